/** Made-up budgets of the demo company, in renminbi. */
export const BUDGETS = [
  { name: '虚构：全部知识产权费用', amount: '900000.00', of_department: false },
  { name: '虚构：年费', amount: '120000.00', fee_classes: ['ANNUITY'], of_department: false },
  { name: '虚构：商标', amount: '60000.00', case_kind: 'trademark', of_department: false },
  { name: '虚构：知识产权部代理费', amount: '20000.00', fee_classes: ['AGENCY', 'FOREIGN_AGENT'], of_department: true },
] as const
