const WORDS = {
  no_rule: ['该国家/地区没有年费规则', 'There is no annuity rule for this office'],
  no_annuities: ['该类专利无需缴纳年费', 'This type of right has no annuities'],
  not_granted: ['尚未授权，年费从授权年度起缴纳', 'Not granted yet; annuities start with the year of grant'],
  no_basis_date: [
    '缺少计算年费期限所需的日期（申请日、授权日或登记日）',
    'The date required to calculate annuities is missing (filing, grant or registration)',
  ],
  year_outside_life: ['该年度不在应缴年费的年度之内', 'No annuity is due for that year'],
  no_price: ['费用标准表中没有该费用', 'The fee schedules do not contain this fee'],
} as const

export type FeeFaultCode = keyof typeof WORDS

export class FeeFault extends Error {
  readonly code: FeeFaultCode
  readonly about: string
  readonly zh: string
  readonly en: string

  constructor(code: FeeFaultCode, about: string) {
    const [zh, en] = WORDS[code]
    super(`${en}: ${about}`)
    this.name = 'FeeFault'
    this.code = code
    this.about = about
    this.zh = `${zh}：${about}`
    this.en = `${en}: ${about}`
  }
}
