// A value that is being typed, once the typing has paused.

import { useEffect, useState } from "react";

const PAUSE = 350;

/** Each question is an entry of the audit log, so half-typed words are not asked about. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
