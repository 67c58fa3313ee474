// A sentence of the document, with `code` in back-quotes.

export function Prose({ text }: { text: string }) {
  return (
    <p>
      <Words text={text} />
    </p>
  );
}

export function Words({ text }: { text: string }) {
  return text
    .split("`")
    .map((part, n) => (n % 2 ? <code key={n}>{part}</code> : <span key={n}>{part}</span>));
}
