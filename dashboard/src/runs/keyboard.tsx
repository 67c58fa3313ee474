// The keys that send a form.

interface Press {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
}

export function isSubmit(event: Press): boolean {
  return event.key === "Enter" && (event.metaKey || event.ctrlKey);
}

/** How they are called on this machine. */
export function submitKeys() {
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <>
      <kbd>{isApple ? "⌘" : "Ctrl"}</kbd> <kbd>Enter</kbd>
    </>
  );
}
