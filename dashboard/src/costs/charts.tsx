// Small charts in SVG: stacked bars and lines. Every bar and point can be reached by keyboard, says
// its figures in a tooltip, and leads to the runs behind it.

import { useEffect, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import { go } from "../shared/router";
import { Hint } from "../shared/Hint";
import { sum, ticksOf } from "./series";
import type { Charted } from "./series";

const HEIGHT = 230;
const BOTTOM = 28;
const NARROWEST = 200;
const TOP = 10;
const LETTER = 7;

function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) =>
      // A page that is just being laid out, or hidden, has no width at all.
      setWidth(Math.max(NARROWEST, entry?.contentRect.width ?? 0)),
    );
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return [box, width];
}

interface Common {
  title: string;
  /** What is measured, above the axis: "USD". */
  unit: string;
  format: (value: number) => string;
  /** How a bucket is named. */
  day: (start: string) => string;
  /** Where the runs of a bucket are. */
  link: (start: string) => string;
}

export function BarChart({ chart, ...common }: Common & { chart: Charted }) {
  const [box, width] = useWidth();
  const totals = chart.starts.map((_, n) => sum(chart.series.map((each) => each.values[n] ?? 0)));
  const scale = useScale(Math.max(...totals, 0), width, chart.starts.length);
  const { x, y, slot } = scale;
  return (
    <figure className="chart" ref={box}>
      <Frame scale={scale} width={width} starts={chart.starts} {...common}>
        {chart.starts.map((start, n) => {
          const parts = chart.series.map(({ name, values }) => ({ name, value: values[n] ?? 0 }));
          let below = 0;
          return (
            <Bucket key={start} start={start} parts={parts} total={totals[n] ?? 0} {...common}>
              <rect x={x(n)} y={TOP} width={slot} height={HEIGHT - TOP - BOTTOM} className="area" />
              {parts.map(({ name, value }, index) => {
                const bottom = y(below);
                below += value;
                return (
                  <rect
                    key={name}
                    className={`tone tone-${index}`}
                    x={x(n) + slot * 0.14}
                    width={slot * 0.72}
                    y={y(below)}
                    height={Math.max(0, bottom - y(below))}
                  />
                );
              })}
            </Bucket>
          );
        })}
      </Frame>
      <Legend names={chart.series.map((series) => series.name)} />
    </figure>
  );
}

interface Line {
  name: string;
  /** Null where there is nothing to measure: the line has a gap there. */
  values: (number | null)[];
}

export function LineChart({
  starts,
  lines,
  most,
  ...common
}: Common & { starts: string[]; lines: Line[]; most: number }) {
  const [box, width] = useWidth();
  const scale = useScale(most, width, starts.length);
  const { x, y, slot } = scale;
  const middle = (n: number) => x(n) + slot / 2;
  return (
    <figure className="chart" ref={box}>
      <Frame scale={scale} width={width} starts={starts} {...common}>
        {lines.map((line, index) => (
          <path
            key={line.name}
            className={`line tone-${index}`}
            d={pathOf(line.values, middle, y)}
          />
        ))}
        {starts.map((start, n) => {
          const parts = lines.flatMap(({ name, values }) => {
            const value = values[n];
            return value === null || value === undefined ? [] : [{ name, value }];
          });
          if (parts.length === 0) return null;
          return (
            <Bucket key={start} start={start} parts={parts} {...common}>
              <rect x={x(n)} y={TOP} width={slot} height={HEIGHT - TOP - BOTTOM} className="area" />
              {parts.map(({ name, value }, index) => (
                <circle
                  key={name}
                  className={`point tone-${index}`}
                  cx={middle(n)}
                  cy={y(value)}
                  r={index === 0 ? 5 : 3}
                />
              ))}
            </Bucket>
          );
        })}
      </Frame>
      <Legend names={lines.map((line) => line.name)} />
    </figure>
  );
}

interface BucketProperties extends Pick<Common, "format" | "day" | "link"> {
  start: string;
  parts: { name: string; value: number }[];
  total?: number;
  children: ReactNode;
}

/** One bar or point: a link to its runs, with its figures as a tooltip. */
function Bucket({ start, parts, total, format, day, link, children }: BucketProperties) {
  const shown = parts.filter(({ value }) => value !== 0 || total === undefined);
  const said = shown.map(({ name, value }) => `${name}: ${format(value)}`);
  const address = link(start);
  const bar = (
    <a
      href={address}
      className="bucket"
      aria-label={`${day(start)}. ${said.join(", ") || "nothing"}. Show the runs`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(address);
      }}
    >
      {children}
    </a>
  );
  return (
    <Hint
      text={
        <>
          <strong>{day(start)}</strong>
          {shown.map(({ name, value }) => (
            <span key={name}>
              {name} <b>{format(value)}</b>
            </span>
          ))}
          {shown.length > 1 && total !== undefined && (
            <span>
              Total <b>{format(total)}</b>
            </span>
          )}
          {shown.length === 0 && <span>No runs</span>}
        </>
      }
    >
      {bar}
    </Hint>
  );
}

/** A path through the values, broken where there are none. */
export function pathOf(
  values: (number | null)[],
  x: (n: number) => number,
  y: (value: number) => number,
): string {
  let isOpen = false;
  return values
    .map((value, n) => {
      if (value === null) {
        isOpen = false;
        return "";
      }
      const sign = isOpen ? "L" : "M";
      isOpen = true;
      return `${sign}${x(n).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join("");
}

interface Scale {
  ticks: number[];
  decimals: number;
  left: number;
  slot: number;
  x: (n: number) => number;
  y: (value: number) => number;
}

/** Where values and buckets lie; the axis has as much room as its longest mark needs. */
function useScale(most: number, width: number, buckets: number): Scale {
  const { ticks, decimals } = ticksOf(most);
  const top = ticks.at(-1) ?? 1;
  const left = Math.max(...ticks.map((tick) => mark(tick, decimals).length)) * LETTER + 14;
  const slot = (width - left) / Math.max(buckets, 1);
  return {
    ticks,
    decimals,
    left,
    slot,
    x: (n) => left + n * slot,
    y: (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top),
  };
}

function mark(tick: number, decimals: number): string {
  return tick.toLocaleString("en", {
    minimumFractionDigits: tick === 0 ? 0 : decimals,
    maximumFractionDigits: decimals,
  });
}

interface FrameProperties extends Common {
  scale: Scale;
  width: number;
  starts: string[];
  children: ReactNode;
}

function Frame({ title, unit, scale, width, starts, day, children }: FrameProperties) {
  const { ticks, decimals, left, slot, y } = scale;
  const every = Math.ceil(starts.length / Math.max(2, Math.floor((width - left) / 76)));
  return (
    <>
      <p className="chart-unit soft">{unit}</p>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        role="group"
        aria-label={title}
      >
        {ticks.map((tick) => (
          <g key={tick} className="grid" aria-hidden="true">
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {mark(tick, decimals)}
            </text>
          </g>
        ))}
        {children}
        {starts.map((start, n) =>
          n % every === 0 ? (
            <text
              key={start}
              aria-hidden="true"
              x={left + (n + 0.5) * slot}
              y={HEIGHT - 8}
              textAnchor="middle"
            >
              {day(start).replace(/ \d{4}$/, "")}
            </text>
          ) : null,
        )}
      </svg>
    </>
  );
}

function Legend({ names }: { names: string[] }) {
  if (names.length === 1) return null;
  return (
    <figcaption className="legend">
      {names.map((name, index) => (
        <span key={name} className={`tone-${index}`}>
          {name}
        </span>
      ))}
    </figcaption>
  );
}
