import { boolean, date, decimal, type Field, link, option, rows, string } from '../kit/fields.ts'

/** The owners of a right, in order: the applicants of a case under the name that its kind gives them. */
export const owners = (zh: string, en: string, required_at: readonly string[]) =>
  rows(
    zh,
    en,
    {
      applicant_sid: link(zh, en, { to: 'applicant', required: true }),
      share_pct: decimal('份额', 'Share %', { digits: 2, min: 0, max: 100 }),
    },
    { max: 50, list: true, role: 'applicants', drives: 'docketing', group: 'people', total: { of: 'share_pct', is: 100 }, required_at },
  )

/** The makers of a work, in order: the inventors of a case under the name that its kind gives them. */
export const makers = (zh: string, en: string) =>
  rows(
    zh,
    en,
    {
      inventor_sid: link(zh, en, { to: 'inventor', required: true }),
      contribution_pct: decimal('贡献度', 'Contribution %', { digits: 2, min: 0, max: 100 }),
    },
    { max: 200, role: 'inventors', group: 'people', total: { of: 'contribution_pct', is: 100 } },
  )

/** Fields of every work that is protected by copyright from its completion, and may be registered. */
export const WORK = {
  complete_date: date('创作完成日', 'Completed', { searchable: true, drives: 'docketing', past: true, group: 'dates' }),
  complete_place: string('创作完成地', 'Place of completion', { max: 120, group: 'dates' }),
  published: boolean('已发表', 'Published', { default: false, searchable: true, group: 'dates' }),
  first_pub_date: date('首次发表日', 'First published', {
    searchable: true,
    list: true,
    drives: 'docketing',
    past: true,
    group: 'dates',
    applies_to: { published: ['true'] },
  }),
  pub_place: string('首次发表地', 'Place of first publication', {
    max: 120,
    searchable: true,
    group: 'dates',
    applies_to: { published: ['true'] },
  }),
  holder_kind: option(
    '权利归属主体',
    'Held by',
    { LEGAL: ['法人或非法人组织', 'A legal person or organisation'], NATURAL: ['自然人', 'A natural person'] },
    {
      required: true,
      default: 'LEGAL',
      searchable: true,
      drives: 'docketing',
      group: 'people',
      help: ['决定保护期的起算', 'Decides from when the term is counted'],
    },
  ),
  last_death_date: date('作者死亡日', 'Death of the author', {
    past: true,
    drives: 'docketing',
    group: 'people',
    applies_to: { holder_kind: ['NATURAL'] },
    help: ['合作作品为最后死亡的作者', 'Of several authors, the last to die'],
  }),
  accept_no: string('受理号', 'Acceptance no.', { searchable: true, max: 60, number: true, role: 'application_no', group: 'registration' }),
  submit_date: date('递交日', 'Submitted', { searchable: true, drives: 'docketing', past: true, group: 'registration' }),
  accept_date: date('受理日', 'Accepted', { searchable: true, drives: 'docketing', past: true, group: 'registration' }),
  reg_no: string('登记号', 'Registration no.', { searchable: true, list: true, max: 60, number: true, unique: 'company', group: 'registration' }),
  reg_date: date('登记日', 'Registered', {
    searchable: true,
    list: true,
    drives: 'docketing',
    past: true,
    role: 'grant_date',
    group: 'registration',
    required_at: ['register'],
  }),
  certificate_no: string('证书号', 'Certificate no.', { searchable: true, max: 60, number: true, group: 'registration' }),
  expiry_date: date('保护期届满', 'Protection ends', { computed: true, searchable: true, list: true, role: 'expiry_date', group: 'registration' }),
} as const satisfies Record<string, Field>
