import { parseDuration } from '../../kit/days/duration.ts'
import { dayOf } from '../calendar/day.ts'
import type { Bilingual } from '../rules/rule.ts'

const FIELDS: Readonly<Record<string, Bilingual>> = {
  filing_date: { zh: '申请日', en: 'filing date' },
  term_start: { zh: '保护期起算的申请日', en: 'filing date from which the term runs' },
  submission_date: { zh: '递交日', en: 'day of submission' },
  entry_date: { zh: '进入日', en: 'national-phase entry date' },
  earliest_priority_date: { zh: '最早优先权日', en: 'earliest priority date' },
  first_priority_date: { zh: '最早优先权日（更正前后较早者）', en: 'earliest priority date, before or after its correction, whichever is earlier' },
  priority_date: { zh: '优先权日', en: 'priority date' },
  pct_filing_date: { zh: '国际申请日', en: 'international filing date' },
  publication_date: { zh: '公布日', en: 'publication date' },
  grant_date: { zh: '授权公告日', en: 'grant date' },
  hong_kong_maintained_after: { zh: '香港公布后满5年', en: 'five years after the publication in Hong Kong' },
  hong_kong_renewed_after: { zh: '香港批予后满3年', en: 'three years after the grant in Hong Kong' },
  claimed_on: { zh: '在后申请要求其优先权', en: 'later filing that claims its priority' },
  base_grant_date: { zh: '指定专利授权日', en: 'grant date of the designated patent' },
  register_date: { zh: '登记日', en: 'registration date' },
  hague_date: { zh: '国际注册日（海牙）', en: 'date of the international registration (Hague)' },
  hague_pub_date: { zh: '国际公布日（海牙）', en: 'international publication date (Hague)' },
  pct_pub_date: { zh: '国际公布日（PCT）', en: 'international publication date (PCT)' },
  translation_date: { zh: '译文提交日', en: 'day on which the translation was filed' },
  sub_exam_date: { zh: '实审请求日', en: 'day of the examination request' },
  sub_exam_requested: { zh: '已提实审请求', en: 'examination requested' },
  se_entered_date: { zh: '进入实审日', en: 'day of entry into examination' },
  expiry_date: { zh: '届满日', en: 'expiry date' },
  paid_annuities: { zh: '缴费记录', en: 'recorded payment' },
  hong_kong_record: { zh: '已有香港转录案件', en: 'the record in Hong Kong exists' },
  entered_countries: { zh: '已有进入该国的案件', en: 'the case in that country exists' },
  exhibition_date: { zh: '首次展出日', en: 'first shown at an exhibition' },
  prelim_pub_date: { zh: '初审公告日', en: 'publication for opposition' },
  reg_date: { zh: '注册日', en: 'registration date' },
  valid_from: { zh: '专用期起', en: 'beginning of the term' },
  valid_to: { zh: '专用期止', en: 'end of the term' },
  last_use_date: { zh: '最近使用日', en: 'last proven use' },
  notified_date: { zh: '指定通知日', en: 'notification of the designation' },
  intl_reg_date: { zh: '国际注册日', en: 'international registration date' },
  opposition_start: { zh: '国际公告次月首日', en: 'first day of the month after the WIPO gazette' },
  complete_date: { zh: '完成日', en: 'day of completion' },
  completion_date: { zh: '创作完成日', en: 'day of completion' },
  first_pub_date: { zh: '首次发表日', en: 'first publication' },
  last_death_date: { zh: '作者死亡日', en: 'death of the author' },
  first_exploit_date: { zh: '首次商业利用日', en: 'first commercial exploitation' },
  next_review: { zh: '下次复审日', en: 'next review' },
  to_date: { zh: '保密截止日', en: 'end of the secrecy' },
  accept_date: { zh: '受理日', en: 'acceptance' },
  unusual_mark: { zh: '特殊商标', en: 'an unusual mark' },
  pta_days: { zh: '专利权期限补偿', en: 'patent term compensation' },
  close_date: { zh: '结案日', en: 'end of the case' },
  pte_days: { zh: '药品期限补偿', en: 'drug term compensation' },
  end_date: { zh: '合同终止日', en: 'end of the contract' },
  effective_date: { zh: '合同生效日', en: 'day on which the contract takes effect' },
  due_date: { zh: '债务到期日', en: 'day on which the debt falls due' },
  recordal_needed: { zh: '须备案', en: 'recordal needed' },
  record_submit_date: { zh: '提交备案日', en: 'day of the request for recordal' },
  record_date: { zh: '备案日', en: 'day of the recordal' },
  dispute_date: { zh: '争议程序开始日', en: 'commencement of the proceedings' },
  plan_disclosure_date: { zh: '拟公开日', en: 'planned disclosure' },
  disclosure_date: { zh: '公开日', en: 'day of the disclosure' },
  review_date: { zh: '再次审议日', en: 'day on which it is considered again' },
  search_due: { zh: '查新报告应交日', en: 'day on which the search report is due' },
  served_date: { zh: '起诉状送达日', en: 'service of the complaint' },
  defence_date: { zh: '提交答辩日', en: 'day on which the defence was filed' },
  jurisdiction_date: { zh: '提出管辖异议日', en: 'day on which the jurisdiction was objected to' },
  judgment_served_date: { zh: '裁判送达日', en: 'service of the decision' },
  appeal_date: { zh: '上诉日', en: 'day of the appeal' },
  final_on: { zh: '裁判生效日', en: 'day on which the decision became final' },
  retrial_date: { zh: '申请再审日', en: 'day of the petition for retrial' },
  performance_until: { zh: '履行期限最后一日', en: 'last day of performance' },
  execution_date: { zh: '申请执行日', en: 'day of the request for enforcement' },
  preservation_date: { zh: '诉前保全采取日', en: 'preservation before the suit' },
  act_known_date: { zh: '知道行政行为之日', en: 'day on which the act became known' },
  reconsideration_date: { zh: '申请行政复议日', en: 'day of the request for reconsideration' },
  known_date: { zh: '知悉侵权日', en: 'day on which the infringement became known' },
  interrupted_date: { zh: '时效中断日', en: 'interruption of the limitation' },
  wanted_by: { zh: '要求完成日', en: 'day by which the report is wanted' },
  report_date: { zh: '报告日', en: 'day of the report' },
  late: { zh: '迟到天数', en: 'days of late arrival' },
}

/** The dates of a case that can start a period, trigger a rule or settle it. */
export const DATED_FIELDS = [
  'filing_date', 'earliest_priority_date', 'first_priority_date', 'submission_date', 'entry_date', 'translation_date', 'publication_date', 'grant_date', 'register_date', 'expiry_date', 'term_start', 'sub_exam_date', 'se_entered_date', 'pct_pub_date', 'hague_pub_date',
] as const // oxfmt-ignore

export const fieldIn = (field: string, language: keyof Bilingual) => FIELDS[field]?.[language] ?? field

export function sourceIn(from: string, language: keyof Bilingual, names: (code: string) => Bilingual | undefined = () => undefined): string {
  if (from === 'trigger') return language === 'zh' ? '起算日' : 'starting day'
  const [kind, codes = ''] = from.split(':')
  const known = codes.split('|').map((code) => names(code)?.[language] ?? '')
  const what = known.every((name) => name !== '') ? known.map((name) => `“${name}”`).join('|') : codes
  if (kind === 'event') return language === 'zh' ? `文件或事件 ${what.replaceAll('|', '、')} ` : `document or event ${what.replaceAll('|', ' or ')}`
  if (kind === 'deadline') return language === 'zh' ? `期限 ${what} 的期满日` : `end of the time limit ${what}`
  if (kind === 'due') return language === 'zh' ? `期限 ${what} 顺延后的期满日` : `rolled end of the time limit ${what}`
  return fieldIn(from, language)
}

const UNITS = { d: { zh: '日', en: 'day' }, m: { zh: '个月', en: 'month' }, y: { zh: '年', en: 'year' } } as const

export function durationIn(text: string, language: keyof Bilingual): string {
  if (text.endsWith('wd')) return amount(Number.parseInt(text, 10), { zh: '个工作日', en: 'working day' }, language)
  return parseDuration(text)
    .map(({ count, unit }) => amount(count, UNITS[unit], language))
    .join(language === 'zh' ? '、' : ', ')
}

const amount = (count: number, unit: Bilingual, language: keyof Bilingual) =>
  language === 'zh' ? `${count}${unit.zh}` : `${count} ${unit.en}${Math.abs(count) === 1 ? '' : 's'}`

export function stepIn(step: string, language: keyof Bilingual): string {
  if (step === 'month_end') return language === 'zh' ? '该月最后一日' : 'the last day of that month,'
  if (step === 'year_end') return language === 'zh' ? '该年12月31日' : '31 December of that year,'
  if (step === 'at_most') return language === 'zh' ? '受法定期间限制，至多' : 'limited by law'
  const [duration = '', why] = step.split(' ')
  const counted = /^-\d+[a-z]+$/.test(duration) ? earlier(durationIn(duration.slice(1), language), language) : durationIn(duration, language)
  return why ? `${counted}${language === 'zh' ? `（${fieldIn(why, 'zh')}）` : ` (${fieldIn(why, 'en')})`}` : counted
}

const earlier = (counted: string, language: keyof Bilingual) => (language === 'zh' ? `提前${counted}` : `${counted} earlier,`)

const WEEKDAYS = {
  zh: ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
} as const

export const daysOfWeek = (iso: string, language: keyof Bilingual) => WEEKDAYS[language][dayOf(iso).dayOfWeek - 1] ?? ''

export const isWeekend = (iso: string) => dayOf(iso).dayOfWeek > 5
