import type { Page } from '../../../model/kit/wire/wire.ts'

type Counted = Pick<Page<unknown>, 'total' | 'total_capped'>

/** The number of rows; above 10,000 only a lower bound, as counting would take longer than reading the page. */
export function totalText({ total = 0, total_capped }: Counted, lang: string): string {
  return total_capped ? `${(total - 1).toLocaleString(lang)}+` : total.toLocaleString(lang)
}

/** The total for the pager: a capped total always allows one more page. */
export const reachable = ({ total = 0, total_capped }: Counted, page: number, rows: number) =>
  total_capped ? Math.max(total, page * rows + 1) : total
