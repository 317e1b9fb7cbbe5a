import type { Rec } from '../../api/api.ts'

const SENT_BACK: ReadonlySet<unknown> = new Set(['RETURNED', 'REJECTED'])

/** The reason of a return or rejection: a step of the department removes the earlier opinion of the IP department. */
export function opinionOn({ status, ip_opinion, dept_opinion }: Rec): string | null {
  const given = SENT_BACK.has(status) ? ip_opinion || dept_opinion : null
  return given ? String(given) : null
}
