// The import wizard's whole state is in its address, so that reload, back and a shared link work.

export type Step = 'file' | 'columns' | 'check' | 'run'
export const STEPS: readonly Step[] = ['file', 'columns', 'check', 'run']
export const MODES = ['skip', 'update', 'report'] as const
export type Mode = (typeof MODES)[number]
export const DAY_ORDERS = ['dmy', 'mdy'] as const
export type DayOrder = (typeof DAY_ORDERS)[number]

export type Wizard = {
  model: string
  step: Step
  file: string
  sheet: string
  headerRow: number | null
  /** Whether the day or the month comes first, where the dates themselves do not decide. */
  dayOrder: DayOrder | null
  /** The user's corrections: heading → field, or null. */
  said: Readonly<Record<string, string | null>>
  mode: Mode
  job: string
}

export function readWizard(query: URLSearchParams): Wizard {
  const file = query.get('file') ?? ''
  const job = query.get('job') ?? ''
  const wanted = STEPS.find((one) => one === query.get('step')) ?? 'file'
  return {
    model: query.get('model') ?? 'patent',
    step: job ? 'run' : file ? (wanted === 'run' ? 'check' : wanted) : 'file',
    file,
    sheet: query.get('sheet') ?? '',
    headerRow: Number(query.get('header')) || null,
    dayOrder: DAY_ORDERS.find((one) => one === query.get('days')) ?? null,
    said: saidIn(query.get('said')),
    mode: MODES.find((one) => one === query.get('mode')) ?? 'skip',
    job,
  }
}

export function writeWizard({ model, step, file, sheet, headerRow, dayOrder, said, mode, job }: Wizard): URLSearchParams {
  const query = new URLSearchParams({ model })
  if (job) {
    query.set('job', job)
    return query
  }
  if (step !== 'file') query.set('step', step)
  if (file) query.set('file', file)
  if (sheet) query.set('sheet', sheet)
  if (headerRow) query.set('header', String(headerRow))
  if (dayOrder) query.set('days', dayOrder)
  if (Object.keys(said).length > 0) query.set('said', JSON.stringify(said))
  if (mode !== 'skip') query.set('mode', mode)
  return query
}

function saidIn(text: string | null): Record<string, string | null> {
  if (!text) return {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return {}
    return Object.fromEntries(Object.entries(parsed).map(([heading, field]) => [heading, typeof field === 'string' ? field : null]))
  } catch {
    return {}
  }
}

export type Column = { heading: string; field: string | null; confidence: number; barred?: boolean }

/** The field of each column after the user's corrections. A field has one column: the last one chosen. */
export function meant(columns: readonly Column[], said: Wizard['said']): Record<string, string | null> {
  const all = Object.fromEntries(
    columns.filter(({ heading }) => heading).map(({ heading, field }) => [heading, heading in said ? (said[heading] ?? null) : field]),
  )
  const claimed = new Set(Object.values(said).filter((field) => field !== null))
  return Object.fromEntries(
    Object.entries(all).map(([heading, field]) => [heading, field && claimed.has(field) && !(heading in said) ? null : field]),
  )
}

/** A new choice for one column removes the field from any other column. */
export function sayColumn(said: Wizard['said'], heading: string, field: string | null): Record<string, string | null> {
  const others = Object.entries(said).filter(([name, one]) => name !== heading && (one === null || one !== field))
  return { ...Object.fromEntries(others), [heading]: field }
}

export type Sureness = 'sure' | 'likely' | 'none' | 'barred'
export const surenessOf = ({ field, confidence, barred = false }: Column): Sureness =>
  field === null ? (barred ? 'barred' : 'none') : confidence >= 0.9 ? 'sure' : 'likely'

export type Go = (changes: Partial<Wizard>, replace?: boolean) => void
