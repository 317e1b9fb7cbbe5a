import type { ReportPartKind, ReportPeriod } from '../model/statistics/report-parts.ts'

/** Reports that everyone of the enterprise finds ready. `of`: the code of a statistic, or of a list. */
type SeedPart = { kind: ReportPartKind; of?: string; heading?: string; heading_en?: string; body?: string; body_en?: string; most?: number }
export type SeedReport = { code: string; name: string; name_en: string; period: ReportPeriod; parts: readonly SeedPart[] }

export const REPORTS: readonly SeedReport[] = [
  {
    code: 'r_boardreport',
    name: '董事会报告',
    name_en: 'Board report',
    period: 'ALL',
    parts: [
      {
        kind: 'TEXT',
        heading: '说明',
        heading_en: 'About this report',
        body: '本报告汇总知识产权资产的规模、风险期限、申请与授权、费用与预算以及即将缴纳的年费。数字按阅读者有权查看的记录统计。',
        body_en:
          'This report sums up the portfolio, the deadlines at risk, filings and grants, costs against budget and the coming annuities. Its figures count the records that its reader may see.',
      },
      { kind: 'STATISTIC', of: 's_portfolio' },
      { kind: 'STATISTIC', of: 's_deadlinesatrisk' },
      { kind: 'LIST', of: 'deadline.late', heading: '已逾期未办的期限', heading_en: 'Overdue deadlines', most: 20 },
      { kind: 'STATISTIC', of: 's_filingsbyyear' },
      { kind: 'STATISTIC', of: 's_grantsbyyear' },
      { kind: 'BUDGETS' },
      { kind: 'STATISTIC', of: 's_comingannuities' },
    ],
  },
]
