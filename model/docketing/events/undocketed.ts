// Official documents that started no deadline: an unknown code, or a type that belongs to another office or another kind of right.
import type { CaseEvent, CaseFacts } from '../calculation/facts.ts'
import type { ComputedDeadline } from '../calculation/computed-deadline.ts'
import type { BesideGap } from '../beside-facts.ts'
import { type Law, rulesFor } from '../rules/law.ts'
import type { Rule } from '../rules/rule.ts'
import { placeIn } from '../wording/rule-words.ts'

/** The catalogue's entry of a code. */
export type EventType = { name: string; name_en: string; office: string | null; direction: string | null; transition: string | null }
export type Catalogue = ReadonlyMap<string, EventType>

/** `only`: of these events alone. */
export function undocketed(
  facts: CaseFacts,
  law: Law,
  made: readonly ComputedDeadline[],
  catalogue: Catalogue,
  only?: ReadonlySet<string>,
): BesideGap[] {
  return (facts.events ?? []).flatMap((event) => {
    if (event.code.includes(':') || only?.has(event.sid) === false) return [] // a payment, or none of those asked for
    const type = catalogue.get(event.code)
    if (!type) return [unknown(event)]
    return type.direction === 'IN' && isSilent(event, type, facts, law, made) ? [silent(event, type, facts)] : []
  })
}

/** The type is meant to open or close deadlines or to move the case, but no rule of this case uses it. */
function isSilent({ sid, code }: CaseEvent, { office, transition }: EventType, facts: CaseFacts, law: Law, made: readonly ComputedDeadline[]) {
  if (made.some(({ trigger_event: event }) => event === sid)) return false
  if (rulesFor(facts, law).some((rule) => knows(rule, code))) return false
  const isForeign = Boolean(office) && office !== facts.country
  return law.rules.some((rule) => opens(rule, code)) || (isForeign && (Boolean(transition) || law.rules.some((rule) => knows(rule, code))))
}

const opens = ({ trigger }: Rule, code: string) => trigger.events?.includes(code) === true
const knows = (rule: Rule, code: string) =>
  opens(rule, code) ||
  [rule.closes, rule.proves].some((one) => one?.events?.includes(code)) ||
  rule.terms.some(({ from, answered }) => answered && from === `event:${code}`)

const unknown = ({ code, date }: CaseEvent): BesideGap => ({
  code: 'UNKNOWN_DOCUMENT_CODE',
  zh: `${date} 的来文代码“${code}”不在文件类型目录中，没有产生任何期限：请改正`,
  en: `The code “${code}” of the official document of ${date} is not in the catalogue of document types, so it created no deadline: correct it`,
})

function silent({ date }: CaseEvent, { name, name_en, office }: EventType, { country }: CaseFacts): BesideGap {
  const code = 'NOTHING_DOCKETED'
  if (!office || office === country)
    return {
      code,
      zh: `${date} 的“${name}”没有产生任何期限：没有适用于本案类型的规则，请核对文件类型，或人工录入期限`,
      en: `“${name_en}” of ${date} created no deadline: no rule for it applies to this type of right. Check the document type, or enter the deadline by hand`,
    }
  return {
    code,
    zh: `${date} 的“${name}”是${placeIn(office, 'zh')}的来文，本案属${placeIn(country, 'zh')}，没有产生任何期限：请核对案件或文件类型`,
    en: `“${name_en}” of ${date} is a document of ${placeIn(office, 'en')}, but the case belongs to ${placeIn(country, 'en')}; it created no deadline. Check the case or the document type`,
  }
}
