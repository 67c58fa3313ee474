// Small charts in SVG: stacked bars and lines, with a table of the same numbers for everybody.

import { useEffect, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import { day } from "../shared/format";
import { roundUp, sum } from "./series";
import type { Charted } from "./series";

const HEIGHT = 220;
const LEFT = 56;
const BOTTOM = 26;
const NARROWEST = 200;
const TOP = 10;

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

interface Properties {
  title: string;
  chart: Charted;
  format: (value: number) => string;
}

export function BarChart({ title, chart, format }: Properties) {
  const [box, width] = useWidth();
  const totals = chart.starts.map((_, n) => sum(chart.series.map((each) => each.values[n] ?? 0)));
  const most = roundUp(Math.max(...totals, 0));
  const slot = (width - LEFT) / chart.starts.length;
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most);
  return (
    <figure className="chart" ref={box}>
      <Frame title={title} width={width} most={most} y={y} format={format} starts={chart.starts}>
        {chart.starts.map((start, n) => {
          let below = 0;
          return (
            <g key={start} className="chart-bar">
              <title>
                {day(start)}: {format(totals[n] ?? 0)}
              </title>
              <rect
                x={LEFT + n * slot}
                y={TOP}
                width={slot}
                height={HEIGHT - TOP - BOTTOM}
                className="chart-bar-area"
              />
              {chart.series.map((series, index) => {
                const value = series.values[n] ?? 0;
                const bottom = y(below);
                below += value;
                return (
                  <rect
                    key={series.name}
                    className={`tone tone-${index}`}
                    x={LEFT + n * slot + slot * 0.14}
                    width={slot * 0.72}
                    y={y(below)}
                    height={Math.max(0, bottom - y(below))}
                  />
                );
              })}
            </g>
          );
        })}
      </Frame>
      <Legend names={chart.series.map((series) => series.name)} />
    </figure>
  );
}

interface LineProperties {
  title: string;
  starts: string[];
  /** Null where there is nothing to measure: the line has a gap there. */
  lines: { name: string; values: (number | null)[] }[];
  most: number;
  format: (value: number) => string;
}

export function LineChart({ title, starts, lines, most, format }: LineProperties) {
  const [box, width] = useWidth();
  const x = (n: number) => LEFT + ((n + 0.5) * (width - LEFT)) / starts.length;
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most);
  return (
    <figure className="chart" ref={box}>
      <Frame title={title} width={width} most={most} y={y} format={format} starts={starts}>
        {lines.map((line, index) => (
          <g key={line.name} className={`line tone-${index}`}>
            <path d={pathOf(line.values, x, y)} />
            {line.values.map((value, n) =>
              value === null ? null : (
                <circle key={n} cx={x(n)} cy={y(value)} r={3}>
                  <title>
                    {day(starts[n] ?? "")}, {line.name}: {format(value)}
                  </title>
                </circle>
              ),
            )}
          </g>
        ))}
      </Frame>
      <Legend names={lines.map((line) => line.name)} />
    </figure>
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

function Frame({
  title,
  width,
  most,
  y,
  format,
  starts,
  children,
}: {
  title: string;
  width: number;
  most: number;
  y: (value: number) => number;
  format: (value: number) => string;
  starts: string[];
  children: ReactNode;
}) {
  const every = Math.ceil(starts.length / Math.max(2, Math.floor((width - LEFT) / 80)));
  const slot = (width - LEFT) / starts.length;
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={title}
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share} className="grid">
          <line x1={LEFT} x2={width} y1={y(most * share)} y2={y(most * share)} />
          <text x={LEFT - 8} y={y(most * share) + 4} textAnchor="end">
            {format(most * share)}
          </text>
        </g>
      ))}
      {children}
      {starts.map((start, n) =>
        n % every === 0 ? (
          <text
            key={start}
            className="axis"
            x={LEFT + (n + 0.5) * slot}
            y={HEIGHT - 6}
            textAnchor="middle"
          >
            {shortDay(start)}
          </text>
        ) : null,
      )}
    </svg>
  );
}

function shortDay(stamp: string): string {
  return new Date(stamp).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
}

function Legend({ names }: { names: string[] }) {
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
