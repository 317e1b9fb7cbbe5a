import type * as Api from '@opentelemetry/api'

type Attributes = Api.Attributes
/** Headers of W3C Trace Context, by which a trace goes on in another process. */
export type Carrier = Readonly<Record<string, string>>

type On = { api: typeof Api; tracer: Api.Tracer; stop: () => Promise<void> }
let on: On | undefined

export const isTracing = () => on !== undefined

/**
 * Sends spans of requests, statements and jobs by OTLP to `OTEL_EXPORTER_OTLP_ENDPOINT`, under the other standard settings
 * (`OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, …). Without that setting nothing is loaded. No span contains a value of a record.
 */
export async function startTracing() {
  if (!process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] && !process.env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']) return
  const [api, sdk, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  process.env['OTEL_SERVICE_NAME'] ??= 'innoe' // read by the SDK
  const provider = new sdk.NodeTracerProvider({ spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())] })
  provider.register() // W3C Trace Context, carried through asynchronous calls
  on = { api, tracer: api.trace.getTracer('innoe'), stop: () => provider.shutdown() }
}

/** Sends the remaining spans. */
export async function stopTracing() {
  const stopping = on?.stop()
  on = undefined
  await stopping?.catch(() => {})
}

/** Does the work within a span; a fault is noted by its name alone, as its message may hold what somebody entered. */
export async function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>, kind: 'inner' | 'client' = 'inner'): Promise<T> {
  if (!on) return work()
  const { api, tracer } = on
  return tracer.startActiveSpan(name, { attributes, kind: kind === 'client' ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.setAttribute('error.type', nameOf(error))
      throw error
    } finally {
      span.end()
    }
  })
}

const MAX_SQL_CHARS = 2000

/** A statement without its literals. Values are usually parameters; others, such as a password verifier, must not be exported. */
export const withoutLiterals = (text: string) => text.slice(0, MAX_SQL_CHARS).replaceAll(/'(?:[^']|'')*(?:'|$)/g, "'?'")

/** Carrier that continues a trace when the present work is resumed later */
export function carried(): Carrier | undefined {
  if (!on) return undefined
  const carrier: Record<string, string> = {}
  on.api.propagation.inject(on.api.context.active(), carrier)
  return carrier
}

/** The work as a part of the trace that `carrier` names. */
export function continued<T>(carrier: Carrier | undefined, work: () => T): T {
  if (!on || !carrier) return work()
  return on.api.context.with(on.api.propagation.extract(on.api.context.active(), carrier), work)
}

type Begun = { within: (work: () => void) => void; end: (name: string, attributes: Attributes, failed: boolean) => void }

/** The span of an incoming request; work done `within` belongs to it. */
export function beginRequest(carrier: Carrier, startTime: Date): Begun | undefined {
  if (!on) return undefined
  const { api, tracer } = on
  const parent = api.propagation.extract(api.ROOT_CONTEXT, carrier)
  const span = tracer.startSpan('request', { kind: api.SpanKind.SERVER, startTime }, parent)
  return {
    within: (work) => api.context.with(api.trace.setSpan(parent, span), work),
    end(name, attributes, failed) {
      span.updateName(name)
      span.setAttributes(attributes)
      if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end()
    },
  }
}

const nameOf = (error: unknown) => {
  const { code, name } = error as { code?: unknown; name?: unknown } // of whatever was thrown
  return String(code ?? name ?? 'unknown')
}
