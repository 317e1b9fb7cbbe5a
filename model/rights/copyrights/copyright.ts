import { attachment, option, options, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { CASE_GROUPS, officeFields, ownCaseFields, seenWithAgency, statusField } from '../../cases/case-fields.ts'
import { makers, owners, WORK } from '../../cases/work-fields.ts'
import { CLOSED, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'
import { CREATION_NATURES, OWNERSHIPS, RIGHTS, WORK_TYPES } from './work-types.ts'

const COMMON = ownCaseFields({ title: { zh: '作品名称', en: 'Title of the work' } })
const { country } = officeFields({ country: { zh: '登记国家/地区', default: 'CN', list: false } })

/** A work of literature, art or science, whose copyright may be registered. */
export const copyright = defineModel({
  name: 'copyright',
  zh: '作品著作权',
  en: 'Copyright',
  display: ['case_no', 'title'],
  open_to_bi: true,
  visibility: seenWithAgency('authors.inventor_sid.user_sid'),
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: CASE_GROUPS.case,
    registration: ['登记', 'Registration'],
    dates: ['完成与发表', 'Completion and publication'],
    people: ['权利人与作者', 'Owners and authors'],
    manage: CASE_GROUPS.manage,
  },
  natural_keys: { by: [['reg_no']] },
  lookups: ['reg_no', 'tags'],
  counted_by: [{ by: ['status', 'work_type', 'reg_date:year'] }, { by: ['owner_sid'] }, { by: ['department_sid'] }],
  indexes: ['case_no', 'title', 'reg_date', 'first_pub_date', 'status', 'owner_sid', 'created_at'],
  fields: {
    case_no: COMMON.case_no,
    title: COMMON.title,
    title_en: COMMON.title_en,
    work_type: option('作品类型', 'Type of work', WORK_TYPES, {
      required: true,
      searchable: true,
      list: true,
      role: 'subtype',
      drives: 'docketing',
      group: 'case',
    }),
    creation_nature: option('创作性质', 'Nature of the creation', CREATION_NATURES, {
      required: true,
      default: 'ORIGINAL',
      searchable: true,
      group: 'case',
    }),
    original_work: string('原作品', 'Original work', {
      searchable: true,
      group: 'case',
      applies_to: { creation_nature: { not: ['ORIGINAL'] } },
      help: ['原作品名称与作者', 'Title and author of the original'],
    }),
    country,
    status: statusField(STATUS, 'DRAFT'),
    summary: text('作品说明', 'Description of the work', { max: 3000, group: 'case' }),
    sample: attachment('作品样本', 'Sample of the work', {
      max: 20,
      document_class: 'V1',
      group: 'case',
      required_at: ['submit'],
    }),
    reg_no: WORK.reg_no,
    reg_date: WORK.reg_date,
    reg_office: string('登记机构', 'Registration office', { searchable: true, max: 120, group: 'registration' }),
    submit_date: WORK.submit_date,
    accept_no: WORK.accept_no,
    accept_date: WORK.accept_date,
    certificate: attachment('登记证书', 'Certificate', {
      max: 1,
      extensions: ['pdf', 'jpg', 'jpeg', 'png'],
      document_class: 'V3',
      group: 'registration',
    }),
    expiry_date: WORK.expiry_date,
    completion_date: { ...WORK.complete_date, required_at: ['submit'] as const },
    completion_place: WORK.complete_place,
    published: WORK.published,
    first_pub_date: WORK.first_pub_date,
    first_pub_place: WORK.pub_place,
    owners: owners('著作权人', 'Copyright owner', ['submit']),
    authors: makers('作者', 'Author'),
    ownership: option('权利归属方式', 'Ownership', OWNERSHIPS, {
      required: true,
      default: 'CORPORATE',
      searchable: true,
      group: 'people',
    }),
    holder_kind: WORK.holder_kind,
    last_death_date: WORK.last_death_date,
    ownership_way: option(
      '权利取得方式',
      'Acquired',
      {
        ORIGINAL: ['原始取得', 'Originally'],
        INHERIT: ['继承', 'By inheritance'],
        ASSIGN: ['受让', 'By assignment'],
        OTHER: ['其他', 'Otherwise'],
      },
      { required: true, default: 'ORIGINAL', searchable: true, group: 'people' },
    ),
    rights_owned: options('权利拥有状况', 'Rights owned', { options: RIGHTS, searchable: true, max: 17, group: 'people' }),
    ...COMMON.manage,
  },
})

export type Copyright = Row<typeof copyright>
