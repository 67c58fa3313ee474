// What runs have cost and how good they were, by day and by group.

import { Choice, Field } from "../shared/controls";
import { Empty, Found } from "../shared/feedback";
import { duration, money, number, share } from "../shared/format";
import { Table } from "../shared/lists";
import { Page, Section } from "../shared/Page";
import { useQueryParameter } from "../shared/router";
import { BarChart, LineChart } from "./charts";
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
      lead="Counted exactly, from the ledger of runs that have ended."
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
                  {name || "nothing"}
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
  return (
    <Section
      title="Costs"
      aside={<Choice label="Measure" options={MEASURES} value={measure} onChange={setMeasure} />}
    >
      <Found query={costs}>
        {({ data, currency, total }) => {
          const chart = chartOf(data, measure);
          if (chart.series.length === 0) return <Empty title="No run ended in this time" />;
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
                title={`${measure} by day`}
                chart={chart}
                format={(value) => (measure === "cost" ? shortMoney(value) : number(value))}
              />
            </>
          );
        }}
      </Found>
    </Section>
  );
}

function shortMoney(value: number): string {
  return value === 0 ? "0" : value < 0.01 ? value.toPrecision(2) : value.toFixed(2);
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
  return (
    <Section title="Quality">
      <p className="soft">
        Grounded is not right: the score finds answers that invent something, runs that fail and
        steps that were wasted. Whether an answer was the one that was wanted, only people can say.
      </p>
      <Found query={daily}>
        {({ data }) =>
          data.every((row) => row.runs === 0) ? null : (
            <LineChart
              title="Score and groundedness by day"
              starts={data.map((row) => row.start)}
              lines={[
                { name: "score", values: data.map((row) => row.score) },
                { name: "groundedness", values: data.map((row) => row.groundedness) },
              ]}
              most={1}
              format={share}
            />
          )
        }
      </Found>
      <Found query={whole}>
        {({ data }) => <Parts rows={data.filter((row) => row.runs > 0)} />}
      </Found>
    </Section>
  );
}

function Parts({ rows }: { rows: QualityRow[] }) {
  if (rows.length === 0) return <Empty title="Nothing to judge yet" />;
  const columns = [
    "Group",
    "Runs",
    "Score",
    "Grounded",
    "Completed",
    "Useful steps",
    "Liked",
    "p50",
    "p95",
  ];
  return (
    <Table label="Parts of the score" columns={columns} numbers={[1, 2, 3, 4, 5, 6, 7, 8]}>
      {rows.map((row) => (
        <tr key={nameOf(row.group)}>
          <td className="wide">{nameOf(row.group)}</td>
          <td className="number">{number(row.runs)}</td>
          <td className="number">{share(row.score)}</td>
          <td className="number">{share(row.groundedness)}</td>
          <td className="number">{share(row.completion)}</td>
          <td className="number">{share(row.step_economy)}</td>
          <td className="number">{share(row.feedback)}</td>
          <td className="number">{latency(row.latency_ms.p50)}</td>
          <td className="number">{latency(row.latency_ms.p95)}</td>
        </tr>
      ))}
    </Table>
  );
}

function latency(ms: number | null): string {
  return ms === null ? "–" : duration(Math.round(ms * 1000));
}
