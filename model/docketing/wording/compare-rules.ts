// The differences of two versions of a rule in sentences.
import { sameContent } from '../../kit/same-content.ts'
import type { Rule } from '../rules/rule.ts'
import { describeRule, type RulePart } from './describe-rule.ts'
import { type Difference, differences, type Told } from './differences.ts'
import { type Language, type Names, say } from './rule-words.ts'

export type ComparedPart = RulePart | 'named' | 'cited' | 'further'

/** From the first version to the second. A change that no sentence of the rule shows is named, so that every change is listed. */
export function compareRules(before: Rule, after: Rule, names: Names, l: Language): Difference<ComparedPart>[] {
  const told = (rule: Rule) => toldOf(rule, names, l)
  const untold = Object.keys({ ...before, ...after }).flatMap((key) => {
    if (sameContent(partOf(before, key), partOf(after, key))) return []
    const changed = { ...before, [key]: partOf(after, key) }
    return differences(told(before), told(changed)).length > 0 ? [] : [untoldIn(key, l)]
  })
  const further = (lines: readonly string[]): Told<ComparedPart>[] => [{ part: 'further', lines }]
  return [...differences(told(before), told(after)), ...differences(further([]), further([...new Set(untold)]))]
}

const partOf = (rule: Rule, key: string): unknown => Object.entries(rule).find(([name]) => name === key)?.[1]

const toldOf = (rule: Rule, names: Names, l: Language): Told<ComparedPart>[] => [
  { part: 'named', lines: [rule.zh, rule.en] },
  ...describeRule(rule, names, l),
  { part: 'cited', lines: [rule.source] },
]

const untoldIn = (key: string, l: Language) => {
  const part = UNTOLD[key] ?? { zh: '内容', en: 'The content' }
  return say(l, `${part.zh}有改动，以原始数据为准。`, `${part.en} has changed; see the source data.`)
}

/** The parts of a rule of which not every change is a sentence of its own. */
const UNTOLD: Readonly<Record<string, { zh: string; en: string }>> = {
  id: { zh: '规则号', en: 'The number of the rule' },
  case_kind: { zh: '案件类别', en: 'The kind of case' },
  kind: { zh: '种类', en: 'The kind of deadline' },
  office: { zh: '顺延所依的局', en: 'The office of the calendar' },
  countries: { zh: '适用的国家/地区', en: 'The list of countries' },
  trigger: { zh: '起算依据', en: 'The trigger' },
  terms: { zh: '期间', en: 'The period' },
  service: { zh: '送达规定', en: 'The rule of service' },
  once: { zh: '多份通知的处理', en: 'The treatment of several notices' },
  steps: { zh: '分档', en: 'The list of steps' },
  extensions: { zh: '延长的规定', en: 'The provision on extensions' },
  from_basis: { zh: '窗口与宽限的起算点', en: 'The starting day of windows and grace' },
  freezes: { zh: '中止期间的处理', en: 'The effect of a suspension' },
  lead: { zh: '内部期限的提前量', en: 'The lead of the internal date' },
  fees: { zh: '费用', en: 'The list of fees' },
  restoration: { zh: '补救', en: 'The remedy' },
  recurring: { zh: '重复的规定', en: 'The provision on recurrence' },
  closes: { zh: '办结的事项', en: 'The list of completing acts' },
  proves: { zh: '视为办结的事实', en: 'The list of proofs' },
  if_missed: { zh: '逾期后果', en: 'The consequence of a missed deadline' },
}
