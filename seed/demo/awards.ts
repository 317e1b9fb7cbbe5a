/** The made-up award policy of the demo company. */
export const AWARD_RULES = [
  { name: '提案奖（虚构）', award_type: 'PROPOSAL', amount: '500.00', valid_from: '2024-01-01', policy: '虚构公司奖酬办法' },
  { name: '发明授权奖（虚构）', award_type: 'GRANT', kind: 'patent', subtype: 'INVENTION', country: 'CN', amount: '6000.00', valid_from: '2024-01-01', policy: '虚构公司奖酬办法' },
  { name: '授权奖（虚构）', award_type: 'GRANT', kind: 'patent', amount: '2000.00', valid_from: '2024-01-01', policy: '虚构公司奖酬办法' },
  { name: '国外申请奖（虚构）', award_type: 'FOREIGN', kind: 'patent', amount: '3000.00', once_per_family: true, valid_from: '2024-01-01', policy: '虚构公司奖酬办法' },
  { name: '许可收益分成（虚构）', award_type: 'LICENCE', percent: '10.00', valid_from: '2024-01-01', policy: '虚构公司奖酬办法' },
  { name: '实施报酬（虚构）', award_type: 'IMPLEMENTATION', percent: '2.00', valid_from: '2024-01-01', policy: '虚构公司奖酬办法' },
] as const // oxfmt-ignore

/** Made-up awards for the disclosures of the made-up inventors, by how far each has come; `ago`: days since the disclosure. */
export const AWARDS = [
  { by: 'X0102', nth: 0, ago: 12, reaches: 'DRAFT' },
  { by: 'X0102', nth: 1, ago: 33, reaches: 'TO_CONFIRM' },
  { by: 'X0301', nth: 0, ago: 70, paid_ago: 20, reaches: 'PAID' },
] as const
