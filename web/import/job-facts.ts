// The progress and results in a job's record.
type Row = Readonly<Record<string, unknown>>

export type Counts = { created: number; updated: number; completed: number; waiting: number; skipped: number; rejected: number }
export type Failure = { key: string; row: number; reason: string }

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const numberIn = (row: Row, key: string) => Number(row[key] ?? 0) || 0

/** The counts of an import; an older one has only the plain totals. */
export function countsOf(job: Row): Counts {
  const counts = job['outcome']
  if (isRow(counts))
    return {
      created: numberIn(counts, 'created'),
      updated: numberIn(counts, 'updated'),
      completed: numberIn(counts, 'completed'),
      waiting: numberIn(counts, 'waiting'),
      skipped: numberIn(counts, 'skipped'),
      rejected: numberIn(counts, 'rejected'),
    }
  const [ok, failed, done] = [numberIn(job, 'ok'), numberIn(job, 'failed'), numberIn(job, 'done')]
  return { created: ok, updated: 0, completed: 0, waiting: 0, skipped: Math.max(0, done - ok - failed), rejected: failed }
}

/** A dry run stored nothing. */
export const isDryRun = ({ outcome }: Row) => isRow(outcome) && outcome['dry_run'] === true

/** The first rejected rows, with every reason of each. */
export function failuresOf(job: Row): Failure[] {
  const errors = Array.isArray(job['errors']) ? job['errors'].filter(isRow) : []
  return errors.map((one, at) => ({ key: `${at}`, row: numberIn(one, 'row'), reason: reasonsIn(one['reasons'] ?? one['reason']) }))
}

function reasonsIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return isRow(value) ? String(value['reason'] ?? '') : ''
  return value.map((one) => (isRow(one) ? [one['label'], one['reason']].filter(Boolean).map(String).join(': ') : String(one))).join('; ')
}

export const rejectedName = (title: string, mark: string) => `${title.replace(/\.(xlsx?|csv|tsv|txt)$/i, '')}_${mark}.xlsx`
