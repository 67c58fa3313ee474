// Server-sent events through fetch: EventSource cannot carry a key.

import { raw } from "./api";

export interface Message {
  id: string;
  event: string;
  data: string;
}

/** Takes text as it arrives, in any pieces, and gives whole messages. */
export class Parser {
  private rest = "";

  push(text: string): Message[] {
    const blocks = (this.rest + text).replaceAll("\r\n", "\n").split("\n\n");
    this.rest = blocks.pop() ?? "";
    return blocks.map(readBlock).filter((message) => message !== null);
  }
}

function readBlock(block: string): Message | null {
  const message: Message = { id: "", event: "message", data: "" };
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [name, ...rest] = line.split(":");
    const value = rest.join(":").replace(/^ /, "");
    if (name === "id") message.id = value;
    if (name === "event") message.event = value;
    if (name === "data") data.push(value);
  }
  message.data = data.join("\n");
  return data.length > 0 ? message : null;
}

/** Every message of a stream, until it closes or is told to stop. */
export async function* follow(
  address: string,
  signal: AbortSignal,
  lastId: string | null = null,
): AsyncGenerator<Message> {
  const headers: Record<string, string> = { Accept: "text/event-stream" };
  if (lastId !== null) headers["Last-Event-ID"] = lastId;
  const response = await raw(address, { headers, signal });
  if (response.body === null) return;
  const parser = new Parser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield* parser.push(value);
  }
}
