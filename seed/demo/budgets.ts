/** Made-up budgets of the demo company, in renminbi. */
export const BUDGETS = [
  { name: '虚构：全部知识产权费用', amount: '900000.00', of_department: false },
  { name: '虚构：年费', amount: '120000.00', fee_classes: ['ANNUITY'], of_department: false },
  { name: '虚构：商标', amount: '60000.00', case_kind: 'trademark', of_department: false },
  { name: '虚构：知识产权部代理费', amount: '20000.00', fee_classes: ['AGENCY', 'FOREIGN_AGENT'], of_department: true },
] as const

/** Made-up work of agencies that was paid. */
export const PAID_WORK = [
  { name: '虚构：申请文件撰写', name_en: 'Drafting of the application (fictitious)', fee_class: 'AGENCY', currency: 'CNY', amount: '6800.00' },
  { name: '虚构：说明书翻译', name_en: 'Translation of the description (fictitious)', fee_class: 'TRANSLATION', currency: 'USD', amount: '1250.50' },
  {
    name: '虚构：外所答复审查意见',
    name_en: 'Answer to an office action (fictitious)',
    fee_class: 'FOREIGN_AGENT',
    currency: 'EUR',
    amount: '980.00',
  },
] as const
