// Facts of a trademark for docketing and fees, beyond its fields and the facts of every case.
import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { ENDED, type Phase } from '../../kit/model.ts'
import { dayOf } from '../../docketing/calendar/day.ts'
import type { CaseFacts } from '../../docketing/calculation/facts.ts'
import type { OwnFacts, Related, Row } from '../../docketing/kind.ts'
import type { FeeFacts } from '../../fees/facts.ts'
import { designatedIn } from './designated.ts'
import { endOfGrace, endsOfTerms, yearsOfTerm } from './term.ts'
import { classNumbers, goodsPerClass } from './nice-classes.ts'

/** The event of a renewal that is taken as a step, and the certificates that report one. */
export const RENEWED_BY_STEP = 'TM_RENEWED'
const RENEWED: ReadonlySet<string> = new Set([RENEWED_BY_STEP, 'TM14', 'TM16W'])

/** The renewals that the end of the current term proves are paid, on the day of their event where one is on record. */
export function trademarkFacts(row: Row, _related: Related, { events = [], paid_annuities = [] }: CaseFacts): Partial<CaseFacts> {
  const { valid_from, valid_to } = row
  if (typeof valid_from !== 'string' || typeof valid_to !== 'string') return {}
  const renewals = events.filter(({ code }) => RENEWED.has(code)).toSorted((one, other) => (one.date < other.date ? -1 : 1))
  const ends = endsOfTerms(valid_from, row)
  const proved = ends.flatMap((end, at) => {
    // Offices differ by a day in the last day of a term; a term that ends within a month is the same one.
    if (end >= moved(valid_to, '-1m')) return []
    // A renewal of the next term is not filed before the last year of that term. A step names the day of filing, however late; a certificate
    // comes after it, so that one dated after the grace does not tell that the renewal was late.
    const renewed = renewals.find(({ code, date }) => {
      const isOfTerm = moved(end, '-12m') <= date && date < moved(ends[at + 1] ?? valid_to, '-12m')
      return isOfTerm && (code === RENEWED_BY_STEP || date <= endOfGrace(end))
    })
    return [{ year: (at + 1) * yearsOfTerm(row) + 1, date: renewed?.date ?? '' }]
  })
  return { paid_annuities: [...paid_annuities, ...proved] }
}

const moved = (day: string, span: string) => isoOf(addDuration(dayOf(day), span))

/** The facts of a trademark that are no fields of it; rules may name them. */
export const TRADEMARK_FACTS: OwnFacts = {
  /** Kinds of marks whose registration needs other documents than a word or a picture. */
  unusual_mark: ({ mark_type, tm_kind }) => UNUSUAL.has(mark_type) || tm_kind === 'COLLECTIVE' || tm_kind === 'CERTIFICATION' || undefined,
  /** The opposition to a designation of China runs from the month after its gazette (Trademark Regulations, art. 45). */
  opposition_start: ({ gazette_date }) => (typeof gazette_date === 'string' ? firstOfNextMonth(gazette_date) : undefined),
  /** The day on which the base of an international registration ceased, if its case states it. */
  base_ceased: (_, { earlier }) => {
    const ended = earlier.filter((one) => one.relation_type === 'MADRID' && ENDED.has(one.phase as Phase)) // a phase of the head
    return ended.map((one) => String(one.close_date ?? '')).toSorted()[0]
  },
  divisional: (_, { earlier }) => earlier.some((one) => one.relation_type === 'DIV') || undefined,
}

const firstOfNextMonth = (day: string) => `${Temporal.PlainDate.from(day).add({ months: 1 }).with({ day: 1 })}`

const UNUSUAL: ReadonlySet<unknown> = new Set(['THREE_D', 'COLOUR', 'SOUND'])

/** A plan may count classes and goods that the case does not name yet. */
export function trademarkFeeFacts(row: Row, { earlier }: Related): Partial<FeeFacts> {
  const { class_count: counted, goods_in_class: each } = row
  const classes = Number(counted ?? classNumbers(row.classes).length)
  const recorded = counted ? undefined : goodsPerClass(row.classes)
  const goods = each ? Array.from({ length: classes }, () => Number(each)) : recorded
  const in_colour = isInColour(row)
  const origin = earlier.find(({ relation_type }) => relation_type === 'MADRID')?.country
  return {
    subtype: String(row.tm_kind),
    ...(classes > 0 && { classes }),
    ...(goods && { goods_per_class: goods }),
    ...(in_colour !== undefined && { in_colour }),
    ...(typeof origin === 'string' && { origin }),
    designated: [...designatedIn(row)],
  }
}

const PLAIN: ReadonlySet<unknown> = new Set(['WORD', 'LETTER', 'NUMERAL', 'SOUND'])

/** Undefined for a picture of which nothing says whether it is coloured. */
function isInColour({ reproduction, mark_type, colour_claim }: Row): boolean | undefined {
  if (reproduction) return reproduction === 'COLOUR'
  if (colour_claim || mark_type === 'COLOUR') return true
  return PLAIN.has(mark_type) ? false : undefined
}
