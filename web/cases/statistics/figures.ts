// The figures of a statistic as its table and its charts show them.
import { useQuery } from '@tanstack/react-query'
import type { SentBody } from '../../../model/kit/action.ts'
import { formatAmount } from '../../../model/kit/money/money.ts'
import type { Figure, Figures, Heading } from '../../../model/statistics/definition.ts'
import { figureIql } from '../../../model/statistics/group-condition.ts'
import { computeStatistic } from '../../../model/statistics/statistic-actions.ts'
import { act } from '../../api/api.ts'
import { bearing } from '../../api/call.ts'
import { pageOf } from '../../api/page-of.ts'
import { groupDigits } from '../../fields/decimals.ts'

export type Asked = SentBody<typeof computeStatistic>

/** Computed for this person; a stored statistic by its sid, one that is being made by its parts. The labels come in their language. */
export const useFigures = (asked: Asked | undefined) =>
  useQuery({
    queryKey: ['statistic', 'figures', asked, bearing.language],
    queryFn: () => act(computeStatistic, asked ?? {}),
    enabled: asked !== undefined,
    retry: false,
    meta: { faults: 'own' },
  })

/** The figure in one currency; the only figure of counts and plain numbers. */
export const figureIn = (figures: readonly Figure[], currency: string | null) => figures.find((one) => one.currency === currency)

export const shownValue = ({ value, currency }: Figure) => (currency === null ? groupDigits(value) : formatAmount(value, currency))

type At = { row?: Heading | undefined; column?: Heading | undefined; currency: string | null }

/** The list of exactly the records of a figure; undefined where no list shows them. */
export function listBehind(figures: Figures, at: At): string | undefined {
  const iql = figureIql(figures, at)
  return iql === null ? undefined : `${pageOf(figures.entity)}?${new URLSearchParams({ iql })}`
}
