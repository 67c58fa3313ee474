// The hand on the timeline: played, paused, put somewhere.

import { useEffect, useRef, useState } from "react";
import { advance } from "./replay";

export interface Player {
  /** Microseconds; at the end of the trace before anything is played. */
  position: number;
  isPlaying: boolean;
  speed: number;
  setSpeed: (speed: number) => void;
  toggle: () => void;
  seek: (position: number) => void;
}

export function usePlayer(length: number): Player {
  const [position, setPosition] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const last = useRef(0);
  const shown = Math.min(position ?? length, length);

  useEffect(() => {
    if (!isPlaying) return;
    last.current = performance.now();
    let frame = requestAnimationFrame(function move(now) {
      const elapsed = now - last.current;
      last.current = now;
      setPosition((before) => advance(before ?? 0, elapsed, speed, length));
      frame = requestAnimationFrame(move);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed, length]);

  useEffect(() => {
    if (isPlaying && shown >= length) setPlaying(false);
  }, [isPlaying, shown, length]);

  return {
    position: shown,
    isPlaying,
    speed,
    setSpeed,
    toggle: () => {
      if (!isPlaying && shown >= length) setPosition(0);
      setPlaying(!isPlaying);
    },
    seek: (to) => {
      setPlaying(false);
      setPosition(to);
    },
  };
}
