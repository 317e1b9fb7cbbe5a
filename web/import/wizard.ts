// The whole state of the import wizard is in its address, so that reload, back and links work.
import type { Column } from '../../model/import/column.ts'
import type { ImportPreview } from '../../model/import/import-routes.ts'

export type Step = 'file' | 'columns' | 'check' | 'run'
export const STEPS: readonly Step[] = ['file', 'columns', 'check', 'run']
export const MODES = ['skip', 'update', 'report'] as const
export type Mode = (typeof MODES)[number]
export const DAY_ORDERS = ['dmy', 'mdy', 'ymd'] as const
export type DayOrder = (typeof DAY_ORDERS)[number]

export type Wizard = {
  model: string
  step: Step
  file: string
  sheet: string
  headerRow: number | null
  /** Whether the day or the month comes first, if the dates themselves are ambiguous. */
  dayOrder: DayOrder | null
  /** Changes by the person to the recognised mapping: heading → field, or null. */
  said: Readonly<Record<string, string | null>>
  mode: Mode
  /** The dry run of all rows of a large file, by these choices. */
  trial: string
  job: string
}

/** `usual`: the model of an address that names none. */
export function readWizard(query: URLSearchParams, usual: string): Wizard {
  const file = query.get('file') ?? ''
  const job = query.get('job') ?? ''
  const wanted = STEPS.find((one) => one === query.get('step')) ?? 'file'
  return {
    model: query.get('model') ?? usual,
    step: job ? 'run' : file ? (wanted === 'run' ? 'check' : wanted) : 'file',
    file,
    sheet: query.get('sheet') ?? '',
    headerRow: Number(query.get('header')) || null,
    dayOrder: DAY_ORDERS.find((one) => one === query.get('days')) ?? null,
    said: saidIn(query.get('said')),
    mode: MODES.find((one) => one === query.get('mode')) ?? 'skip',
    trial: query.get('trial') ?? '',
    job,
  }
}

export function writeWizard({ model, step, file, sheet, headerRow, dayOrder, said, mode, trial, job }: Wizard): URLSearchParams {
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
  if (trial) query.set('trial', trial)
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

/** Another choice asks for another dry run. */
export const changed = (wizard: Wizard, changes: Partial<Wizard>): Wizard => ({
  ...wizard,
  ...(CHOICES.some((one) => one in changes) && { trial: '' }),
  ...changes,
})

const CHOICES = ['file', 'sheet', 'headerRow', 'dayOrder', 'said', 'mode'] as const

/** The field of each column after the person's choices. Only one column fills a field: the one that was chosen last. */
export function meant(columns: readonly Column[], said: Wizard['said']): Record<string, string | null> {
  const all = Object.fromEntries(
    columns.filter(({ heading }) => heading).map(({ heading, field }) => [heading, heading in said ? (said[heading] ?? null) : field]),
  )
  const claimed = new Set(Object.values(said).filter((field) => field !== null))
  return Object.fromEntries(
    Object.entries(all).map(([heading, field]) => [heading, field && claimed.has(field) && !(heading in said) ? null : field]),
  )
}

// The row itself or a rule fills these fields, so they need no column.
const GIVEN = new Set(['case_no', 'country', 'patent_type', 'route', 'status', 'owner_sid', 'secrecy_level', 'share_level'])

type OfRows = Pick<ImportPreview, 'targets' | 'there' | 'total'>

/** The required fields that no column fills; rows of records that exist need none. */
export const missingFields = ({ targets, there, total }: OfRows, taken: ReadonlySet<string>) =>
  there === total ? [] : targets.filter(({ code, required }) => required && !taken.has(code) && !GIVEN.has(code))

/** The columns whose field differs from the recognised one; the others keep the recognised field. */
export function corrections(columns: readonly Column[], mapping: Record<string, string | null>): Record<string, string | null> {
  return Object.fromEntries(
    columns.flatMap(({ heading, field }) => (heading && mapping[heading] !== field ? [[heading, mapping[heading] ?? null]] : [])),
  )
}

/** A new word for one column takes the field away from any other that was said to have it. */
export function sayColumn(said: Wizard['said'], heading: string, field: string | null): Record<string, string | null> {
  const others = Object.entries(said).filter(([name, one]) => name !== heading && (one === null || one !== field))
  return { ...Object.fromEntries(others), [heading]: field }
}

export type Sureness = 'sure' | 'likely' | 'none' | 'barred'
export const surenessOf = ({ field, confidence, barred = false }: Column): Sureness =>
  field === null ? (barred ? 'barred' : 'none') : confidence >= 0.9 ? 'sure' : 'likely'

export type Go = (changes: Partial<Wizard>, replace?: boolean) => void
