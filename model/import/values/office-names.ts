import { simplified } from './traditional.ts'
import { OFFICES } from '../../cases/offices.ts'

/** Other names in exports. */
const ALIASES: Record<string, string> = {
  中国大陆: 'CN', 中华人民共和国: 'CN', 国家知识产权局: 'CN', cnipa: 'CN', sipo: 'CN', prc: 'CN', "people's republic of china": 'CN',
  usa: 'US', 'united states of america': 'US', uspto: 'US', 'u.s.': 'US', america: 'US', 国知局: 'CN', 国内: 'CN', 'mainland china': 'CN', 美利坚合众国: 'US',
  epo: 'EP', 欧洲: 'EP', 欧专局: 'EP', 欧洲专利局: 'EP', europe: 'EP', 'european patent': 'EP', 欧洲专利: 'EP',
  pct: 'WO', wipo: 'WO', 世界知识产权组织: 'WO', 国际局: 'WO', 世界: 'WO', ib: 'WO',
  'republic of korea': 'KR', 'south korea': 'KR', korea: 'KR', kipo: 'KR', 'korea, republic of': 'KR', 대한민국: 'KR', 한국: 'KR', 大韩民国: 'KR', 南韩: 'KR',
  jpo: 'JP', 日本特许厅: 'JP', 日本国: 'JP', uk: 'GB', britain: 'GB', 'great britain': 'GB', england: 'GB',
  香港: 'HK', 'hong kong': 'HK', 台湾: 'TW', taiwan: 'TW', 澳门: 'MO', macao: 'MO', macau: 'MO',
  'russian federation': 'RU', 俄罗斯联邦: 'RU', 苏俄: 'SU', ussr: 'SU', turkey: 'TR', 'viet nam': 'VN', vietnam: 'VN', 欧亚: 'EA', eapo: 'EA', 前南斯拉夫: 'YU', 前苏联: 'SU',
  捷克共和国: 'CZ', 'czech republic': 'CZ', 荷兰王国: 'NL', 'the netherlands': 'NL', 欧盟: 'EM', 阿拉伯联合酋长国: 'AE',
} // oxfmt-ignore

const BY_NAME = new Map(
  [
    ...Object.entries(OFFICES).flatMap(
      ([code, [zh, en]]) =>
        [
          [code.toLowerCase(), code],
          [zh, code],
          [en.toLowerCase(), code],
        ] as const,
    ),
    ...Object.entries(ALIASES),
  ].map(([name, code]) => [name.toLowerCase(), code]),
)

/** The ST.3 code of an office or country, given as code or name. */
export function officeNamed(text: string): string | undefined {
  const plain = simplified(text.normalize('NFKC').trim().toLowerCase()).replace(/^([a-z]\.){2,3}$/, (dotted) => dotted.replaceAll('.', ''))
  const known = BY_NAME.get(plain) ?? BY_NAME.get(plain.replace(/(?<!\s)\s*[(（].*$/, '').replace(/(专利局|知识产权局|特许厅)$/, ''))
  return known ?? BY_NAME.get(/^([a-z]{2})\b/.exec(plain)?.[1] ?? '')
}
