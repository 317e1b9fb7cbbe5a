/** The first characters of the syllables in pinyin order, by which a character finds its initial. */
const FIRST = '阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀'
const INITIALS = 'ABCDEFGHJKLMNOPQRSTWXYZ'

/** Words of company names in which a character is read otherwise than in the dictionary's first place. */
const READ_OTHERWISE: Readonly<Record<string, string>> = {
  重庆: 'CQ',
  厦门: 'XM',
  银行: 'YH',
  音乐: 'YY',
  成长: 'CZ',
  增长: 'ZZ',
  长: 'C',
}

const PART = new RegExp(`${Object.keys(READ_OTHERWISE).join('|')}|\\p{Script=Han}|[\\p{Script=Latin}\\d]+`, 'gu')
const MAX_INITIALS = 50
/** A short word in capitals is a name already, such as TCL. */
const IS_NAME = /^[A-Z\d]{1,4}$/

const collator = new Intl.Collator('zh-CN-u-co-pinyin')

/** The pinyin initials of a Chinese name in capitals; of a word in Latin letters its first letter. */
export const initialsOf = (name: string): string =>
  [...name.matchAll(PART)]
    .map(
      ([part]) =>
        READ_OTHERWISE[part] ?? (/^\p{Script=Han}$/u.test(part) ? initialOf(part) : IS_NAME.test(part) ? part : part.slice(0, 1).toUpperCase()),
    )
    .join('')
    .slice(0, MAX_INITIALS)

function initialOf(character: string): string {
  const after = [...FIRST].findIndex((first) => collator.compare(character, first) < 0)
  return INITIALS.at(after < 0 ? -1 : Math.max(after - 1, 0)) ?? ''
}
