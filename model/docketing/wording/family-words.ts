// Words for dates that come from the family of a case.
import type { Disagreement, Unclaimed } from '../../cases/relations/family.ts'
import type { Bilingual } from '../rules/rule.ts'
import { placeIn } from './rule-words.ts'
import { fieldIn } from './words.ts'

const earlierOf = ({ own, family }: Disagreement) => (own < family ? own : family)

export function disagreementIn(one: Disagreement): Bilingual {
  const { field, own, family, above } = one
  const used = earlierOf(one)
  if (above)
    return {
      zh: `${fieldIn(field, 'zh')}取自同族的在先案件，其记录为 ${own} 与 ${family}，互不一致，按较早的 ${used} 计算，请核对`,
      en: `The ${fieldIn(field, 'en')} comes from earlier cases of the family, whose records are ${own} and ${family}; the earlier, ${used}, is used: please check`,
    }
  return {
    zh: `${fieldIn(field, 'zh')}：本案记录为 ${own}，同族记录为 ${family}，按较早的 ${used} 计算，请核对`,
    en: `The ${fieldIn(field, 'en')} is ${own} in this case and ${family} in its family; the earlier, ${used}, is used: please check`,
  }
}

/** The same, told at the earlier of the two cases. */
export function disputedIn({ field, own, family }: Disagreement): Bilingual {
  return {
    zh: `${fieldIn(field, 'zh')}：本案记录为 ${own}，同族的在后案件记录为 ${family}，请核对`,
    en: `The ${fieldIn(field, 'en')} is ${own} in this case, but a later case of the family records ${family}: please check`,
  }
}

export const inheritedIn = (field: string): Bilingual => ({
  zh: `${fieldIn(field, 'zh')}取自同族的在先案件，本案没有自己的记录`,
  en: `The ${fieldIn(field, 'en')} comes from an earlier case of the family; this case has no record of its own`,
})

export const unclaimedIn = ({ date, country }: Unclaimed): Bilingual => ({
  zh: `关联的在先申请（${placeIn(country, 'zh')} ${date}）未列入本案的优先权，请核对`,
  en: `The related first filing (${placeIn(country, 'en')}, ${date}) is not among the priorities of this case: please check`,
})
