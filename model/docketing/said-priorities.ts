import type { CaseFacts } from './calculation/facts.ts'
import type { Gap } from './findings/completeness.ts'

/** An entry of a file that is not a valid priority: possibly a parent or a wrong date. */
export function saidOnly({ priority_said: said }: CaseFacts): Gap[] {
  if (typeof said !== 'string' || said.trim() === '') return []
  const list = said
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return [
    {
      code: 'EARLIER_NOT_RECORDED',
      zh: `文件列有未录入的在先申请：${list.join('；')}。请录入为优先权或与母案的关联（继续、部分继续、分案），然后清空“未录入的在先申请”`,
      en: `The imported file lists earlier applications that are not recorded: ${list.join('; ')}. Record each as a priority, or as a relation to its parent (continuation, continuation-in-part, divisional), then clear “Earlier applications not on record”`,
    },
  ]
}
