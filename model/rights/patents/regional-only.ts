import { type CaseFacts } from '../../docketing/calculation/facts.ts'
import type { Gap } from '../../docketing/findings/completeness.ts'
import { placeIn } from '../../docketing/wording/rule-words.ts'

/** States in which an international application has effect only through a regional office (PCT Article 45(2)). */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  EP: ['BE', 'CY', 'FR', 'GR', 'IE', 'LT', 'LV', 'MC', 'MT', 'NL', 'SI', 'SM'],
  AP: ['SZ'],
  OA: ['BF', 'BJ', 'CF', 'CG', 'CI', 'CM', 'GA', 'GN', 'GQ', 'GW', 'KM', 'ML', 'MR', 'NE', 'SN', 'TD', 'TG'],
}

/** The office through which alone an international application has effect in this state. */
export const regionOf = (country: string): string | undefined => Object.entries(REGIONS).find(([, states]) => states.includes(country))?.[0]

/** A national phase that does not exist: the period of the regional office runs instead. */
export function regionalOnly({ country, route, designated = [], grant_date }: CaseFacts): Gap[] {
  const places = route === 'PCT_INTL' ? designated : route === 'PCT_NATIONAL' && !grant_date ? [country] : []
  return Object.entries(REGIONS).flatMap(([office, states]) => {
    const found = places.filter((place) => states.includes(place))
    if (found.length === 0) return []
    const named = (lang: 'zh' | 'en') => found.map((place) => placeIn(place, lang)).join(lang === 'zh' ? '、' : ', ')
    return [
      {
        code: 'NO_NATIONAL_ROUTE',
        zh: `国际申请不能在${named('zh')}进入国家阶段，只能经${placeIn(office, 'zh')}取得保护（PCT第45条第2款）：请改为${placeIn(office, 'zh')}，并按其期限进入`,
        en: `An international application cannot enter the national phase in ${named('en')}: protection there is only through ${placeIn(office, 'en')} (PCT Article 45(2)). Name that office, and enter within its period`,
      },
    ]
  })
}
