import { defineCaseKind } from '../../cases/case-kind.ts'
import { listOfCases } from '../../import/import-profile.ts'
import { domain } from './domain.ts'
import { MILESTONES } from './lifecycle.ts'
import { priceOnRecord, renewalCharges } from './renewal-fee.ts'

export const domainKind = defineCaseKind({
  model: domain,
  milestones: MILESTONES,
  given_away_by: 'transfer_out',
  renewed_until: 'expiry_date',
  numbering: { pattern: 'Y{YYYY}{SEQ:5}' },
  number_forms: { domain_name: 'domain' },
  dates_in_order: [['register_date', 'expiry_date']],
  docketing: {
    own_facts: { cnnic: ({ tld }) => OF_CNNIC.has(String(tld)) || undefined },
    completeness: { isFreeOfFees: () => true, mayHaveNoDeadline: () => true },
  },
  fees: { facts: priceOnRecord, charges: renewalCharges },
  importProfile: listOfCases({
    headings: {
      domain_name: ['域名', '域名名称', 'domain', 'domain name'],
      registrar: ['注册商', '域名注册商', 'registrar'],
      registrant: ['注册人', '域名持有者', '所有者', 'registrant'],
      register_date: ['注册日期', '注册时间', 'creation date', 'registration date'],
      expiry_date: ['到期日期', '到期时间', '过期时间', 'expiry date', 'expiration date'],
      cost: ['续费价格', '续费费用', '费用', 'renewal price', 'cost'],
      icp_no: ['备案号', 'icp备案号', 'icp'],
    },
  }),
})

/** Both spellings of .中国 are one registration. */
const OF_CNNIC: ReadonlySet<string> = new Set(['cn', '中国', '中國'])
