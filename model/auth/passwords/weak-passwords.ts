// Common passwords. A password is refused if it is one or two of these words, without digits and symbols at its ends or any symbols.
const WORDS = new Set(
  `password passwort passwd pass word admin administrator root system sysadmin manager user guest test tester testing demo default login logon
  welcome hello hallo master secret private access letmein open changeme change temp temporary start begin server database oracle mysql
  postgres qwerty qwertyui qwertyuiop qwertz azerty asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qaz qazwsx qwe qweasd qweasdzxc
  wsx edc rfv abc abcd abcde abcdef abcdefg xyz aaa aaaa aaaaa aaaaaa iloveyou iloveu love loveyou lovely baby angel princess prince
  sunshine sunflower flower summer winter spring autumn monday friday sunday january february march april june july august september october
  november december football soccer baseball basketball hockey superman batman spiderman pokemon dragon monkey tiger lion eagle shadow
  michael jennifer jordan daniel thomas charlie robert jessica andrew ashley matthew joshua nicole michelle hunter ranger buster killer
  trustno trustnoone whatever nothing freedom forever computer internet google facebook microsoft windows apple samsung iphone android
  money dollar business company office work home family mother father china beijing shanghai shenzhen guangzhou zhongguo woaini woaiwojia
  woshishui nihao xiexie gongsi mima mimamima wodemima guanliyuan ceshi zhuanli patent patents trademark invention inventor lawyer agency
  cookie cheese pepper ginger coffee chocolate banana orange purple yellow silver golden diamond starwars matrix hacker ninja wizard phoenix
  mercedes porsche ferrari honda toyota yamaha jesus christ heaven lucky magic mustang harley chelsea liverpool arsenal barcelona madrid
  huawei xiaomi tencent alibaba taobao weixin wechat baidu aini zhang wang zhao chen yang huang zhou`
    .split(/\s+/)
    .filter(Boolean),
)

// The letters that a character is written for.
const LOOKALIKES: Record<string, string> = {
  '@': 'a', '4': 'a', '8': 'b', '3': 'e', '€': 'e', '6': 'g', '9': 'g', '1': 'il', '!': 'il', '|': 'il', '0': 'o', $: 's', '5': 's', '7': 't', '+': 't', '2': 'z',
} // oxfmt-ignore
const RUNS = ['01234567890', '09876543210', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv5tgb', '!@#$%^&*()']

// Letters of other scripts that look like Latin ones, each before the Latin one.
const FOREIGN = new Map(
  'аa αa ɑa еe εe оo οo рp ρp сc ϲc уy хx χx іi ιi јj ѕs ԁd һh кk κk мm νv тt τt вb ɡg'.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

/** The look-alike in small Latin letters: without full width, marks, zero-width characters and letters of other scripts. */
export const folded = (password: string) =>
  [
    ...password
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}\p{Cf}]/gu, ''),
  ]
    .map((letter) => FOREIGN.get(letter) ?? letter)
    .join('')

/** One character may be folded into eighteen; of a text longer than a password may be, only the beginning is judged. */
const MAX_JUDGED = 64

/** Whether a password is among those tried first, or made of a word that belongs to this account or installation. */
export function isGuessable(password: string, own: readonly string[] = []): boolean {
  const plain = folded(password).slice(0, MAX_JUDGED)
  const words = own.map(folded).filter((word) => word.length >= 4)
  if (words.some((word) => plain.includes(word) && word.length * 2 >= plain.length)) return true
  const all = new Set([...WORDS, ...words])
  const joined = plain.replace(/[^\p{L}\p{N}@$!|+€]/gu, '')
  const bare = plain.replace(/[^\p{L}\p{N}]/gu, '')
  if ([plain, joined, bare, reversed(joined)].some((one) => isWord(one, all))) return true
  return isRepeated(plain) || isRun(plain)
}

const reversed = (text: string) => [...text].reverse().join('')

/** Without some or all of the digits and symbols at its ends, and with letters for those that look like them: one word, or two. */
function isWord(text: string, words: ReadonlySet<string>): boolean {
  const first = text.search(/[a-z]/)
  if (first < 0) return false
  const last = text.length - (/[^a-z]*$/.exec(text)?.[0].length ?? 0)
  for (let from = 0; from <= first; from++) {
    const ends = endsFrom(text, from, words)
    if (ends.some(({ to }) => to >= last)) return true
    const second = ends.filter(isLong).flatMap(({ to }) => endsFrom(text, to, words).filter(isLong))
    if (second.some(({ to }) => to >= last)) return true
  }
  return false
}

/** Of two words, each has at least four letters. */
const isLong = ({ length }: { length: number }) => length >= 4

/** The ends of all words that can be read from this position, each with the length of the word. */
const endsFrom = (text: string, from: number, words: ReadonlySet<string>) =>
  [...words].flatMap((word) => endsOf(text, from, word).map((to) => ({ to, length: word.length })))

/** The ends of the word at this position, letter by letter, so that the work grows only with the text and not with its readings. */
function endsOf(text: string, from: number, word: string): number[] {
  let ends = [from]
  for (const letter of word) {
    ends = ends.flatMap((at) => [
      ...((LOOKALIKES[text.charAt(at)] ?? text.charAt(at)).includes(letter) ? [at + 1] : []),
      ...(letter === 'w' && text.startsWith('vv', at) ? [at + 2] : []),
    ])
    if (ends.length === 0) break
  }
  return ends
}

/** One or two different characters, or a short piece repeated. */
const isRepeated = (text: string) => new Set(text).size <= 2 || /^(.{1,8})\1+.?$/.test(text)

/** Neighbours on the keyboard or in the alphabet, with at most two characters of its own. */
function isRun(text: string): boolean {
  let rest = text
  for (const run of RUNS)
    for (let length = Math.min(run.length, rest.length); length >= 4; length--)
      for (let at = 0; at + length <= run.length; at++) {
        const piece = run.slice(at, at + length)
        if (rest.includes(piece)) rest = rest.replace(piece, '')
      }
  return rest.length <= 2
}
