import { parseArgs } from 'node:util'
import type { Lang, Words } from '../../model/kit/fields.ts'
import { Refusal } from '../../server/errors.ts'
import { systemFault } from '../../server/system-fault.ts'

export type Option = { words: Words; /** What its value is called in the help; absent: it takes none. */ value?: string }

export type Given = { lang: Lang; values: Readonly<Record<string, string | boolean | undefined>>; say: (...words: readonly Words[]) => void }

export type Command = {
  words: Words
  /** `<file>` must be given, `[name]` may be. */
  takes?: readonly string[]
  options?: Readonly<Record<string, Option>>
  /** Answers the exit code; nothing is 0. */
  run: (given: Given, ...taken: string[]) => Promise<number | void>
}

export class Usage extends Error {
  readonly words: Words

  constructor(...words: Words) {
    super(words[1])
    this.words = words
  }
}

/** 0 done, 1 failed, 2 asked wrongly. */
export async function runCommand(name: string, command: Command, args: readonly string[], lang: Lang): Promise<number> {
  const say = (...words: readonly Words[]) => words.forEach(([zh, en]) => console.log(lang === 'zh' ? zh : en))
  try {
    const { values, positionals } = read(command, args)
    if (values['help']) return (console.log(helpOf(name, command, lang)), 0)
    checkTaken(command, positionals)
    return (await command.run({ lang, values, say }, ...positionals)) ?? 0
  } catch (error) {
    if (error instanceof Usage) {
      console.error(`${error.words[lang === 'zh' ? 0 : 1]}\n\n${helpOf(name, command, lang)}`)
      return 2
    }
    console.error(wordsOf(error, lang))
    return 1
  }
}

function read(command: Command, args: readonly string[]) {
  const named = Object.entries(command.options ?? {}).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }] as const)
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...Object.fromEntries(named), help: { type: 'boolean', short: 'h' } } })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Usage(`参数有误：${why}`, `Wrong arguments: ${why}`)
  }
}

function checkTaken({ takes = [] }: Command, positionals: readonly string[]) {
  const given = positionals.findIndex((one) => one.trim() === '')
  const missing = takes.filter((one) => one.startsWith('<'))[given < 0 ? positionals.length : given]
  if (missing) throw new Usage(`缺少 ${missing}`, `${missing} is missing`)
  if (positionals.length > takes.length)
    throw new Usage(`多余的参数：${positionals[takes.length]}`, `Unexpected argument: ${positionals[takes.length]}`)
}

export function helpOf(name: string, { words, takes = [], options = {} }: Command, lang: Lang) {
  const at = lang === 'zh' ? 0 : 1
  const rows = Object.entries({ ...options, help: { words: ['显示本帮助', 'Show this help'] } as Option })
  const listed = rows.map(([option, { value, words: texts }]) => `  --${option}${value ? ` <${value}>` : ''}`.padEnd(26) + texts[at])
  return [`innoe ${[name, ...takes].join(' ')}`, '', words[at], '', ...listed].join('\n')
}

export function wordsOf(error: unknown, lang: Lang) {
  if (error instanceof Refusal) return error.words(lang)
  const fault = systemFault(error)
  if (fault) return fault.words(lang)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
