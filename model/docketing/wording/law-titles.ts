// Chinese titles of the laws and schedules that the sources of rules and prices name in English.
import type { Bilingual } from '../rules/rule.ts'

/** The longer titles first: a short one may be a part of them. */
const TITLES: readonly (readonly [RegExp, string])[] = [
  [
    /Patent Law of the PRC \(2020\), Implementing Rules \(2023\), Examination Guidelines \(2023\)/g,
    '专利法（2020）、专利法实施细则（2023）、专利审查指南（2023）',
  ],
  [
    /PCT Applicant's Guide, national chapters \(2023-2024\), checked against the WIPO table of time limits/g,
    'PCT申请人指南各国部分（2023—2024），已与世界知识产权组织期限表核对',
  ],
  [/European Patent Convention and Implementing Regulations/g, '欧洲专利公约及其实施细则'],
  [/Patents Act 1977 and Patents Rules 2007/g, '英国专利法1977、专利细则2007'],
  [/German Patent Act and Patent Costs Act/g, '德国专利法、专利费用法'],
  [/Hague Agreement \(1999 Act\) and Common Regulations/g, '海牙协定1999年文本及共同实施细则'],
  [/Hong Kong Patents Ordinance, Cap\. 514/g, '香港《专利条例》第514章'],
  [/Rules relating to Unitary Patent Protection, rule (\d+)/g, '统一专利保护细则第$1条'],
  [/Rules relating to Fees for Unitary Patent Protection/g, '统一专利保护费用细则'],
  [/domain practice; membership to be checked/g, '实务；成员资格待核'],
  [/35 U\.S\.C\. and 37 CFR/g, '美国法典第35编、联邦法规第37编'],
  [/PCT Regulations/g, 'PCT实施细则'],
  [/Patent Act of Japan/g, '日本特许法'],
  [/Korean Patent Act/g, '韩国专利法'],
  [/Paris Convention/g, '巴黎公约'],
  [/Patents \(Fees\) Rules/g, '英国专利费用细则'],
  [/Patents Act 1977 s\. ?/g, '英国专利法1977第'],
  [/Patent Act Art\. (\d+)/g, '日本特许法第$1条'],
  [/EPC Art\. (\d+)(?:, R\. (\d+))?/g, '欧洲专利公约第$1条'],
  [/UPR R\. (\d+)/g, '统一专利保护细则第$1条'],
  [/RFees Art\. (\d+)(?:\((\d+)\))?(?: item (\d+))?/g, '欧洲专利费用细则第$1条'],
  [/PatKostG|Patentkostengesetz/g, '德国专利费用法'],
  [/PatG § ?(\d+)/g, '德国专利法第$1条'],
  [/Hague R\. (\d+)/g, '海牙共同实施细则第$1条'],
  [/PCT R\. (\d+)/g, 'PCT实施细则第$1条'],
  [/Madrid Protocol Art\. (\d+)/g, '马德里议定书第$1条'],
  [/Schedule of Fees under the Madrid Protocol/g, '马德里议定书费用表'],
  [/(Hague|PCT) Schedule of Fees/g, '$1费用表'],
]

/** A citation in the reader's language; Chinese and unknown titles stay unchanged. */
export const citedIn = (text: string, l: keyof Bilingual): string =>
  l === 'zh' ? TITLES.reduce((rest, [title, zh]) => rest.replaceAll(title, zh), text) : text
