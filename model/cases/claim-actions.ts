import { defineAction, sidOf } from '../kit/action.ts'
import { date, link, rows, string } from '../kit/fields.ts'

/** A case of a kind that claims priorities may be sent together with them. */
export const claimActionsOf = <const Kind extends string>(kind: Kind) => {
  const write = <const Name extends 'create' | 'update'>(name: Name, zh: string, en: string) =>
    defineAction({ model: kind, name, zh, en, body: { records: [kind] }, answer: { record: kind }, permission: name })
  return {
    create: write('create', '新建案件，可含优先权', 'Create a case, optionally with priorities'),
    update: write('update', '修改案件，可含优先权', 'Change a case, optionally with priorities'),
    inherited: defineAction({
      model: kind,
      name: 'inherited_priorities',
      zh: '取自同族的优先权：本案的期限据以计算，但本案没有自己的记录',
      en: 'Priorities that a case takes from its family: its deadlines are calculated from them although the case has no own record',
      body: { sid: sidOf(kind) },
      answer: { priorities: INHERITED },
      permission: 'get',
      also: { priority: 'get' },
    }),
  }
}

const INHERITED = rows('优先权', 'Priorities', {
  priority_date: date('优先权日', 'Priority date'),
  priority_country: string('优先权国家', 'Priority country', { nullable: true }),
  priority_no: string('在先申请号', 'Priority no.', { nullable: true }),
  priority_case_sid: link('在先案件', 'Earlier case', { to: 'case', nullable: true }),
  relation_type: string('关联类型', 'Relation'),
  through_sid: link('关联案件', 'Related case', { to: 'case', nullable: true }),
  through_no: string('关联案件', 'Related case', { nullable: true }),
})
