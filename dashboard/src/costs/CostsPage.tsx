// What runs have cost and how good they were, by day and by group.

import { Choice, Field } from "../shared/controls";
import { Empty, Found } from "../shared/feedback";
import { duration, money, number, share } from "../shared/format";
import { Table } from "../shared/lists";
import { useNames } from "../shared/names";
import { Page, Section } from "../shared/Page";
import { Link, useQueryParameter } from "../shared/router";
import { useWho } from "../shared/session";
import { BarChart, LineChart } from "./charts";
import { dayIn, firstDay, runsOf } from "./drill";
import { useCosts, useQuality } from "./queries";
import type { QualityRow, Wish } from "./queries";
import { chartOf, nameOf, sum } from "./series";
import type { Measure } from "./series";
import "./costs.css";

const SPANS = [
  { value: "7", name: "7 days" },
  { value: "30", name: "30 days" },
  { value: "90", name: "90 days" },
];
const MEASURES = [
  { value: "cost", name: "Cost" },
  { value: "runs", name: "Runs" },
  { value: "steps", name: "Steps" },
] as const;
const GROUPS = ["", "model", "agent", "network", "key"];

export function CostsPage() {
  const [span, setSpan] = useQueryParameter("days");
  const [groupBy, setGroupBy] = useQueryParameter("by");
  const wish: Wish = { days: Number(span) || 30, groupBy };
  return (
    <Page
      title="Costs and quality"
      lead="Exact figures of every run that has ended, also of runs deleted since."
    >
      <div className="filters">
        <Choice label="Span" options={SPANS} value={String(wish.days)} onChange={setSpan} />
        <Field label="Split by">
          {(attributes) => (
            <select
              {...attributes}
              value={groupBy}
              onChange={(event) => setGroupBy(event.target.value)}
            >
              {GROUPS.map((name) => (
                <option key={name} value={name}>
                  {name || "not split"}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Costs wish={wish} />
      <Quality wish={wish} />
    </Page>
  );
}

function Costs({ wish }: { wish: Wish }) {
  const [named, setMeasure] = useQueryParameter("measure");
  const measure: Measure = MEASURES.find(({ value }) => value === named)?.value ?? "cost";
  const costs = useCosts(wish);
  const zone = useZone();
  const nameOfId = useNames(["keys", "agents"]);
  return (
    <Section
      title="Costs"
      aside={<Choice label="Measure" options={MEASURES} value={measure} onChange={setMeasure} />}
    >
      <Found query={costs}>
        {({ data, currency, total }) => {
          const chart = chartOf(data, measure, nameOfId);
          if (chart.series.length === 0) return <Empty title="No runs in this period" />;
          return (
            <>
              <dl className="figures">
                <Figure name="Cost" value={money(total, currency)} />
                <Figure name="Runs" value={number(sum(data.map((row) => row.runs)))} />
                <Figure name="Steps" value={number(sum(data.map((row) => row.steps)))} />
                <Figure
                  name="Tokens"
                  value={number(sum(data.map((row) => row.input_tokens + row.output_tokens)))}
                />
              </dl>
              <BarChart
                title={`${TITLES[measure]} by day`}
                unit={measure === "cost" ? `${TITLES.cost} in ${currency}` : TITLES[measure]}
                chart={chart}
                format={(value) =>
                  measure === "cost" ? `${exact(value)} ${currency}` : number(value)
                }
                day={(start) => dayIn(start, zone)}
                link={(start) => runsOf(start, zone)}
              />
              <p className="soft">
                Prices are set on the server, per step and per million tokens of each model; the
                embedded mind is charged for computing time.{" "}
                <a href="/docs/settings#prices-and-budgets">How prices work</a>
              </p>
            </>
          );
        }}
      </Found>
    </Section>
  );
}

const TITLES: Record<Measure, string> = { cost: "Cost", runs: "Runs", steps: "Steps" };

/** An amount with as many digits as say something. */
function exact(value: number): string {
  if (value === 0) return "0";
  return value < 0.01
    ? Number(value.toPrecision(3)).toFixed(8).replace(/0+$/, "")
    : value.toFixed(2);
}

function useZone(): string {
  return useWho()?.project.time_zone ?? "UTC";
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Quality({ wish }: { wish: Wish }) {
  const daily = useQuality({ ...wish, groupBy: "" }, "day");
  const whole = useQuality(wish, "none");
  const zone = useZone();
  return (
    <Section title="Quality">
      <p className="soft">
        The score combines four measures: statements backed by evidence, runs that completed,
        positive ratings and steps that contributed to the answer. It cannot tell whether an answer
        was the one you wanted; only your ratings can.
      </p>
      <Found query={daily}>
        {({ data }) =>
          data.every((row) => row.runs === 0) ? null : (
            <LineChart
              title="Score and groundedness by day"
              unit="Percent"
              starts={data.map((row) => row.start)}
              lines={[
                { name: "Score", values: data.map((row) => percent(row.score)) },
                { name: "Grounded", values: data.map((row) => percent(row.groundedness)) },
              ]}
              most={100}
              format={(value) => `${number(Math.round(value * 10) / 10)} %`}
              day={(start) => dayIn(start, zone)}
              link={(start) => runsOf(start, zone)}
            />
          )
        }
      </Found>
      <Found query={whole}>
        {({ data }) => <Parts rows={data.filter((row) => row.runs > 0)} wish={wish} />}
      </Found>
    </Section>
  );
}

const percent = (value: number | null): number | null => (value === null ? null : value * 100);

const COLUMNS = [
  ...["Group", "Runs", "Score", "Grounded", "Completed", "Useful steps", "Rated good"],
  ...["Median", "95 %"],
];

function Parts({ rows, wish }: { rows: QualityRow[]; wish: Wish }) {
  const nameOfId = useNames(["keys", "agents"]);
  if (rows.length === 0) return <Empty title="Nothing to measure yet" />;
  return (
    <Table label="Parts of the score" columns={COLUMNS} numbers={[1, 2, 3, 4, 5, 6, 7, 8]}>
      {rows.map((row) => (
        <tr key={nameOf(row.group)}>
          <td className="wide">{nameOf(row.group, nameOfId)}</td>
          <td className="number">
            <Link to={groupLink(row.group, wish)}>{number(row.runs)}</Link>
          </td>
          <td className="number">{share(row.score)}</td>
          <td className="number">{share(row.groundedness)}</td>
          <td className="number">{share(row.completion)}</td>
          <td className="number">{share(row.step_economy)}</td>
          <td className="number">
            {row.votes === 0
              ? "–"
              : `${Math.round((row.feedback ?? 0) * row.votes)} of ${row.votes}`}
          </td>
          <td className="number">{latency(row.latency_ms.p50)}</td>
          <td className="number">{latency(row.latency_ms.p95)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The runs of a group: those of one model, agent, network or key. */
function groupLink(group: QualityRow["group"], wish: Wish): string {
  const given = Object.entries(group).filter(([, value]) => value !== null) as [string, string][];
  return `/runs?${new URLSearchParams([...given, ["from", firstDay(wish)]])}`;
}

function latency(ms: number | null): string {
  return ms === null ? "–" : duration(Math.round(ms * 1000));
}
