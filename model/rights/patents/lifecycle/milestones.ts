import type { Milestone, Milestones } from '../../../kit/milestones.ts'
import type { Words } from '../../../kit/fields.ts'
import type { PatentStatus } from './states.ts'

const step = (zh: string, en: string, states: readonly PatentStatus[], more: Omit<Milestone, 'words' | 'states'> = {}): Milestone => ({
  words: [zh, en] satisfies Words,
  states,
  ...more,
})

const FILED = { date: 'filing_date' }
const PUBLISHED = { date: 'publication_date' }
const GRANTED = { date: 'grant_date' }
/** Only inventions are published and examined before grant. */
const INVENTIONS = { applies_to: { patent_type: ['INVENTION'] } }

const DRAFT = step('撰写', 'Drafting', ['DRAFTING', 'REVIEWING', 'READY', 'PREPARING', 'ENTRY_PREPARING'])

const US = [
  DRAFT,
  step('申请', 'Filed', ['US_PROVISIONAL', 'US_FILED', 'US_MISSING'], FILED),
  step('实审', 'Examination', ['US_RESTRICTION', 'US_EXAM', 'US_NONFINAL', 'US_FINAL', 'US_APPEAL']),
  step('授权通知', 'Allowed', ['US_ALLOWED', 'US_ISSUING']),
  step('授权', 'Granted', ['US_GRANTED', 'US_GRACE'], GRANTED),
]

const EUROPE = [
  DRAFT,
  step('申请', 'Filed', ['EP_FILED'], FILED),
  step('检索', 'Searched', ['EP_SEARCHED']),
  step('公布', 'Published', ['EP_PUBLISHED'], PUBLISHED),
  step('实审', 'Examination', ['EP_EXAM', 'EP_OA', 'EP_ORAL', 'EP_REFUSED', 'EP_APPEAL']),
  step('授权通知', 'Allowed', ['EP_INTENT', 'EP_ALLOWED']),
  step('授权', 'Granted', ['EP_GRANTED', 'EP_OPPOSED'], GRANTED),
]

/** Search, examination and grant are those of the European patent that it comes from. */
const UNITARY = [DRAFT, step('统一效力登记', 'Unitary effect registered', ['EP_GRANTED', 'EP_OPPOSED'], GRANTED)]

const JAPAN_KOREA = [
  DRAFT,
  step('申请', 'Filed', ['JP_FILED'], FILED),
  step('实审', 'Examination', ['JP_EXAM', 'JP_OA', 'JP_REFUSED', 'JP_APPEAL']),
  step('授权通知', 'Allowed', ['JP_ALLOWED', 'JP_FEE_LOST']),
  step('授权', 'Granted', ['JP_GRANTED', 'JP_GRACE'], GRANTED),
]

const PCT = [
  DRAFT,
  step('申请', 'Filed', ['INTL_FILED', 'INTL_DEFECT'], FILED),
  step('检索', 'Searched', ['SEARCHED']),
  step('公布', 'Published', ['INTL_PUBLISHED', 'CHAPTER_II'], PUBLISHED),
  step('确定国家', 'Countries decided', ['COUNTRY_DECIDED']),
  step('国家阶段', 'National phase', ['NATIONAL', 'INTL_CLOSED']),
]

/** An international design is registered without search, and its designations follow from it: it enters no phase. */
const HAGUE = [
  DRAFT,
  step('申请', 'Filed', ['INTL_FILED', 'INTL_DEFECT', 'SEARCHED'], FILED),
  step('公布', 'Published', ['INTL_PUBLISHED', 'CHAPTER_II', 'COUNTRY_DECIDED', 'NATIONAL', 'INTL_CLOSED'], { date: 'hague_pub_date' }),
  step('注册', 'Registered', ['HAG_REGISTERED', 'HAG_GRACE'], { date: 'register_date' }),
]

/** Offices examine a designation in its refusal period, some of them in the states of their own applications. */
const EXAMINED_THERE: readonly PatentStatus[] = [
  ...(['PRELIM', 'PRELIM_OA', 'PRELIM_PASSED', 'PUBLISHED', 'SE', 'OA', 'REFUSED', 'REEXAM', 'REEXAM_UPHELD', 'COURT'] as const),
  ...(['GRANT_NOTICE', 'REGISTERING', 'US_MISSING', 'US_RESTRICTION', 'US_EXAM', 'US_NONFINAL', 'US_FINAL', 'US_APPEAL'] as const),
  ...(['US_ALLOWED', 'US_ISSUING', 'JP_EXAM', 'JP_OA', 'JP_REFUSED', 'JP_APPEAL', 'JP_ALLOWED'] as const),
]

/** A designated party that does not refuse in time protects the design. */
const HAGUE_DESIGNATION = [
  DRAFT,
  step('申请', 'Filed', ['FILED', 'US_FILED', 'JP_FILED', 'ENTERED'], FILED),
  step('公布后驳回期', 'Published, refusal period', ['HAGD_PENDING', 'HAGD_REFUSED', 'HAGD_REFUSED_FINAL', ...EXAMINED_THERE], {
    date: 'hague_pub_date',
  }),
  step('给予保护', 'Protected', ['HAGD_PROTECTED', 'GRANTED', 'GRACE', 'INVALIDATED', 'US_GRANTED', 'US_GRACE', 'JP_GRANTED', 'JP_GRACE'], GRANTED),
]

/** The second stage follows the grant of the designated patent, without an examination in Hong Kong. */
const HONG_KONG = [
  DRAFT,
  step('记录请求', 'Record requested', ['FILED', 'PRELIM', 'PRELIM_OA', 'PRELIM_PASSED', 'REFUSED'], FILED),
  step('公布', 'Published', ['PUBLISHED'], PUBLISHED),
  step('注册与批予', 'Registered and granted', ['GRANT_NOTICE', 'REGISTERING', 'GRANTED', 'GRACE', 'INVALIDATED'], GRANTED),
]

const CHINA_LIKE = [
  DRAFT,
  step('申请', 'Filed', ['FILED', 'NOT_ACCEPTED', 'ENTERED'], FILED),
  step('初审', 'Formalities', ['PRELIM', 'PRELIM_OA', 'PRELIM_PASSED']),
  step('公布', 'Published', ['PUBLISHED'], { ...PUBLISHED, ...INVENTIONS }),
  step('实审', 'Examination', ['SE', 'OA', 'REFUSED', 'REEXAM', 'REEXAM_UPHELD', 'COURT'], { date: 'se_entered_date', ...INVENTIONS }),
  step('授权通知', 'Allowed', ['GRANT_NOTICE', 'REGISTERING', 'DEEMED_ABANDONED']),
  step('授权', 'Granted', ['GRANTED', 'GRACE', 'INVALIDATED'], GRANTED),
]

export const MILESTONES: Milestones = {
  courses: [
    { applies_to: { route: ['HAGUE_NATIONAL'] }, steps: HAGUE_DESIGNATION },
    { applies_to: { route: ['HK_RECORD'] }, steps: HONG_KONG },
    { applies_to: { country: ['US'] }, steps: US },
    { applies_to: { country: ['EP'], route: ['UNITARY'] }, steps: UNITARY },
    { applies_to: { country: ['EP'] }, steps: EUROPE },
    { applies_to: { country: ['JP', 'KR'] }, steps: JAPAN_KOREA },
    { applies_to: { country: ['WO'], patent_type: ['DESIGN'] }, steps: HAGUE },
    { applies_to: { country: ['WO'] }, steps: PCT },
    { steps: CHINA_LIKE },
  ],
  ended: ['EXPIRED', 'TERMINATED', 'ABANDONED', 'LAPSED', 'LAPSED_FINAL', 'INVALID', 'TRANSFERRED_OUT'] satisfies PatentStatus[],
}
