// Describes acts before the window closes and after the period ends: windows, extensions, grace.
import type { Extensions, Rule, Step } from '../rules/rule.ts'
import { feeIn, type Language, type Names, ruleIn, say } from './rule-words.ts'
import { durationIn } from './words.ts'

export function describeConsequences(rule: Rule, names: Names, l: Language): string[] {
  const lines: string[] = []
  if (rule.opens) {
    const counted = rule.from_basis ? say(l, '（自起算日推算）', ' (counted from the starting day)') : ''
    const before = durationIn(rule.opens.replaceAll('-', ''), l)
    lines.push(say(l, `期满前${before}起才可以办理${counted}。`, `It can be done from ${before} before the end${counted}.`))
  }
  if (rule.extensions) lines.push(...extended(rule.extensions, names, l))
  if (rule.grace_of) lines.push(...grace(rule, names, l))
  return lines
}

function extended({ steps, times, limit, after_the_end: after }: Extensions, names: Names, l: Language): string[] {
  const offered = steps.map((step) => `${stepName(step, l)}${feeNote(step, names, l)}`).join(say(l, '；', '; '))
  const lines = [say(l, `可以延长，最多${times}次：${offered}。`, `It can be extended ${times === 1 ? 'once' : `up to ${times} times`}: ${offered}.`)]
  if (limit)
    lines.push(
      say(l, `延长后不超过自起算日起${durationIn(limit, 'zh')}。`, `No extension reaches beyond ${durationIn(limit, 'en')} from the starting day.`),
    )
  if (after) lines.push(say(l, '期满之后仍可以请求延长。', 'The extension can still be requested after the period has expired.'))
  return lines
}

/** The length, and the rule's own description of the step if that adds information. */
function stepName({ period, zh, en }: Step, l: Language): string {
  const length = durationIn(period, l)
  const text = l === 'zh' ? zh : en
  if (!text) return length
  return text.includes(length) ? text : say(l, `${length}（${text}）`, `${length} (${text})`)
}

const feeNote = ({ fee }: Step, names: Names, l: Language) =>
  fee ? say(l, `（费用：${feeIn(fee, names, 'zh')}）`, ` (fee: ${feeIn(fee, names, 'en')})`) : ''

function grace({ grace_of: of = '', steps = [], from_basis, terms }: Rule, names: Names, l: Language): string[] {
  const whose = of === '*' ? say(l, '任何没有自己宽限期的年费', 'any annuity without a grace period of its own') : ruleIn(of, names, l)
  const isOwn = terms.some(({ from }) => !from.startsWith('deadline:') && from !== 'trigger')
  const start = isOwn
    ? say(l, '自上述起算日', 'counted from its own starting day')
    : from_basis
      ? say(l, '接在原期限之后、自原起算日', 'counted from the original starting day, directly after the period')
      : say(l, '自原期满日', 'counted from the end of the period')
  return [
    say(l, `它是${whose}的宽限期，${start}计算。`, `It is the grace period of ${whose}, ${start}.`),
    ...steps.map((step) =>
      say(
        l,
        `到满${durationIn(step.period, 'zh')}：${surchargeIn(step, 'zh')}${feeNote(step, names, 'zh')}。`,
        `Up to ${durationIn(step.period, 'en')}: ${surchargeIn(step, 'en')}${feeNote(step, names, 'en')}.`,
      ),
    ),
  ]
}

function surchargeIn({ surcharge, zh, en }: Step, l: Language): string {
  const text = l === 'zh' ? zh : en
  if (text) return text
  if (!surcharge) return say(l, '须另缴费用', 'with a fee')
  return Number.parseFloat(surcharge) === 0 ? say(l, '不加收滞纳金', 'no surcharge') : say(l, `滞纳金 ${surcharge}`, `surcharge ${surcharge}`)
}
