/**
 * @module
 * OpenTelemetry's own SDK with everything that it is given kept in memory: spans by name, and those that are open.
 */

import type { Context, Meter, Span, Tracer } from "@opentelemetry/api";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";

/** A tracer and a meter, and what they have recorded. */
export interface Recorder {
  readonly tracer: Tracer;
  readonly meter: Meter;
  /** Those that have ended, in that order. */
  spans(name?: string): ReadableSpan[];
  /** The names of those that have begun and not ended. */
  open(): string[];
  /** The data points of each instrument. */
  metrics(): Promise<Record<string, { value: any; attributes: Record<string, unknown> }[]>>;
  /** Runs in the context of a span of this name, which is ended afterwards. */
  within<T>(name: string, run: (span: Span) => Promise<T>): Promise<T>;
  /** All that was exported, as text. */
  everything(): Promise<string>;
}

class Reader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** Contexts that are carried on through promises and timers, as the SDK for Node does. To be called once a file. */
export function carryContexts(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}

export function recorder(): Recorder {
  const exporter = new InMemorySpanExporter();
  const open = new Map<object, string>();
  const counting: SpanProcessor = {
    onStart: (span) => void open.set(span, span.name),
    onEnd: (span) => void open.delete(span),
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  const provider = new BasicTracerProvider({ spanProcessors: [counting, new SimpleSpanProcessor(exporter)] });
  const reader = new Reader();
  const meters = new MeterProvider({ readers: [reader] });
  const tracer = provider.getTracer("test");
  const metrics: Recorder["metrics"] = async () => {
    const { resourceMetrics } = await reader.collect();
    const all = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
    return Object.fromEntries(
      all.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints as never]),
    );
  };
  const spans: Recorder["spans"] = (name) =>
    exporter.getFinishedSpans().filter((span) => name === undefined || span.name === name);
  return {
    tracer,
    meter: meters.getMeter("test"),
    spans,
    open: () => [...open.values()],
    metrics,
    async within(name, run) {
      const span = tracer.startSpan(name, {}, context.active());
      const inside: Context = trace.setSpan(context.active(), span);
      try {
        return await context.with(inside, () => run(span));
      } finally {
        span.end();
      }
    },
    async everything() {
      const told = spans().map(({ name, attributes, events, links, status }) => {
        return { name, attributes, events, links, status };
      });
      return JSON.stringify([told, await metrics()]);
    },
  };
}

/** The id of the span that a span stands under. */
export function parentOf(span: ReadableSpan | undefined): string | undefined {
  return span?.parentSpanContext?.spanId;
}

/** The id of a span. */
export function idOf(span: ReadableSpan | undefined): string | undefined {
  return span?.spanContext().spanId;
}
