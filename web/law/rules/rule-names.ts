// The names of the codes of a rule, from the catalogue of document types, the fee schedules and the other rules.
import type { Bilingual, Rule } from '../../../model/docketing/rules/rule.ts'
import { describeRule } from '../../../model/docketing/wording/describe-rule.ts'
import type { Names } from '../../../model/docketing/wording/rule-words.ts'
import { useSearch } from '../../api/api.ts'
import { quoted } from '../../api/iql.ts'
import { optionWords, useKindWords } from '../kind-words.ts'

/** Undefined while loading; a hidden name stays a code. */
export const useRuleNames = (rule: Rule | null): Names | undefined => useNamesOf(rule ? [rule] : [])

/** The same for versions of one rule. */
export function useNamesOf(versions: readonly Rule[]): Names | undefined {
  const words = useKindWords(versions.at(-1)?.case_kind)
  const owed = (id: string) => words?.owed[id]
  const { event, fee, rule: rules } = codesOf(versions, owed)
  const events = useCalled('document_type', 'code', event)
  const fees = useCalled('fee_schedule', 'fee_code', fee)
  const others = useCalled('deadline_rule', 'rule_id', rules)
  return (
    words &&
    events &&
    fees &&
    others && { event: (code) => events.get(code), fee: (code) => fees.get(code), rule: (id) => others.get(id), option: optionWords(words), owed }
  )
}

/** The description itself requests its codes: there is no second list. */
function codesOf(versions: readonly Rule[], owed: NonNullable<Names['owed']>): Record<'event' | 'fee' | 'rule', string[]> {
  const asked = { event: new Set<string>(), fee: new Set<string>(), rule: new Set<string>() }
  const note = (codes: Set<string>) => (code: string) => void codes.add(code)
  for (const rule of versions) describeRule(rule, { event: note(asked.event), fee: note(asked.fee), rule: note(asked.rule), owed }, 'en')
  return { event: [...asked.event], fee: [...asked.fee], rule: [...asked.rule] }
}

export function useCalled(model: string, field: string, codes: readonly string[]): ReadonlyMap<string, Bilingual> | undefined {
  const body = { fl: [field, 'name', 'name_en'], iql: `${field} IN (${codes.map(quoted).join(', ')})`, rows: 100, total: 'none' as const }
  const { data, isError } = useSearch(model, body, { enabled: codes.length > 0, meta: { faults: 'own' } })
  if (codes.length === 0 || isError) return NONE
  return data && new Map(data.record.map((record) => [String(record[field]), { zh: String(record['name']), en: String(record['name_en']) }]))
}

const NONE: ReadonlyMap<string, Bilingual> = new Map()
