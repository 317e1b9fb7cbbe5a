import { date, json, link, option, string } from '../../kit/fields.ts'
import { defineModel, ONLY_TRANSITIONS, type Row } from '../../kit/model.ts'
import { DECISIONS, PROPOSED_ABOUT, proposedFields } from '../../kit/proposal.ts'

/** A value that makes a date later on which a right is lost. It takes effect when a second person confirms it; until then it is ignored. */
export const date_confirmation = defineModel({
  name: 'date_confirmation',
  zh: '推迟期限的确认',
  en: 'Later date to confirm',
  display: ['about'],
  visibility: { through: 'case_sid', keeps_closed: true },
  refuses: ONLY_TRANSITIONS,
  states: {
    field: 'status',
    closed: ['CONFIRMED', 'REFUSED', 'DROPPED'],
    sets: ['DROPPED'],
    transitions: {
      ...DECISIONS,
      propose_again: { zh: '重新提出', en: 'Propose again', from: ['REFUSED'], to: 'PROPOSED' },
    },
  },
  lookups: ['case_sid'],
  indexes: [['status', 'proposed_on'], ['record_sid']],
  fields: {
    case_sid: link('案件', 'Case', { to: 'case', computed: true, searchable: true, list: true }),
    ...PROPOSED_ABOUT,
    kind: option(
      '种类',
      'Kind',
      {
        NOTICE: ['来文日期', 'Dates of a notice'],
        SUSPENSION: ['中止', 'Suspension'],
        EXTENSION: ['延长', 'Extension'],
        DUE_DATE: ['手工期限', 'Deadline entered by hand'],
        CORRECTION: ['更正日期', 'Corrected date'],
        REMOVAL: ['删除记录', 'Deletion'],
        DEADLINE: ['案件的期限', 'Deadlines of the case'],
      },
      { computed: true, searchable: true, list: true },
    ),
    due_before: date('现期限', 'Due now', { computed: true, searchable: true, list: true }),
    due_after: date('确认后', 'Due when confirmed', { computed: true, searchable: true, list: true }),
    shown: string('所示变化', 'Dates shown', { computed: true, max: 500 }),
    shown_en: string('所示变化（英文）', 'Dates shown (English)', { computed: true, max: 500 }),
    deadlines: json('期限', 'Deadlines', { computed: true, exportable: false }),
    entity: string('记录种类', 'Kind of record', { computed: true, max: 40, coded: true }),
    record_sid: string('记录', 'Record', { computed: true, max: 36, coded: true }),
    former: json('原值', 'Former values', { computed: true, exportable: false }),
    proposed: json('拟改为', 'Proposed values', { computed: true, exportable: false }),
    reason: string('理由', 'Reason', { computed: true, max: 255 }),
    ...proposedFields({ DROPPED: ['已失效', 'Dropped'] }),
  },
})

export type DateConfirmation = Row<typeof date_confirmation>

/** The code of the warning at a value that a second person must confirm. */
export const WAITS_FOR_SECOND = 'later_date'
