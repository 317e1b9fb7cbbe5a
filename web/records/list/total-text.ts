import type { Page } from '../../../model/kit/wire.ts'

type Counted = Pick<Page<unknown>, 'total' | 'total_capped'>

/** How many there are; of very many only that they are more than 10,000, as counting them would take longer than reading the page. */
export function totalText({ total = 0, total_capped }: Counted, lang: string): string {
  return total_capped ? `${(total - 1).toLocaleString(lang)}+` : total.toLocaleString(lang)
}

/** What a pager counts with: beyond a capped total there is always one page more. */
export const reachable = ({ total = 0, total_capped }: Counted, page: number, rows: number) =>
  total_capped ? Math.max(total, page * rows + 1) : total
