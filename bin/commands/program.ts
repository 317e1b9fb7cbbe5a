import type { Lang } from '../../model/kit/fields.ts'
import { type Command, runCommand } from './command.ts'

/** Each is loaded only when it is called for. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).start,
  migrate: async () => (await import('./migrate.ts')).migrate,
  'seed demo': async () => (await import('./seed.ts')).seedDemo,
  import: async () => (await import('./import.ts')).importTable,
  export: async () => (await import('./export.ts')).exportTable,
  doctor: async () => (await import('./doctor.ts')).doctor,
  'token create': async () => (await import('./account.ts')).tokenCreate,
  'user unlock': async () => (await import('./account.ts')).userUnlock,
  'user password': async () => (await import('./account.ts')).userPassword,
  'user reset-second-factor': async () => (await import('./account.ts')).userSecondFactor,
  'user make-admin': async () => (await import('./account.ts')).userMakeAdmin,
  backup: async () => (await import('./backup.ts')).backup,
  'tenant add': async () => (await import('./tenant.ts')).tenantAdd,
  'tenant list': async () => (await import('./tenant.ts')).tenantList,
  'tenant remove': async () => (await import('./tenant.ts')).tenantRemove,
  'tenant move': async () => (await import('./tenant.ts')).tenantMove,
  'tenant backup': async () => (await import('./tenant.ts')).tenantBackup,
  'tenant restore': async () => (await import('./tenant.ts')).tenantRestore,
  'tenant export': async () => (await import('./tenant.ts')).tenantExport,
  'tenant import': async () => (await import('./tenant.ts')).tenantImport,
  'bi create': async () => (await import('./bi.ts')).biCreate,
  'bi password': async () => (await import('./bi.ts')).biPassword,
  'bi withdraw': async () => (await import('./bi.ts')).biWithdraw,
  restore: async () => (await import('./backup.ts')).restore,
}

/** Does what the words after the name of the program ask for, in the language of the system, and answers the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env
  const lang: Lang = /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'zh' : 'en'
  const asked = args.length === 0 || /^(help|-h|--help)$/.test(args[0] ?? '')
  if (asked) return (console.log(await overview(lang)), 0)
  const name = Object.keys(COMMANDS).find((known) => known === args.slice(0, known.split(' ').length).join(' '))
  const load = name && COMMANDS[name]
  if (load) return runCommand(name, await load(), args.slice(name.split(' ').length), lang)
  console.error(`${lang === 'zh' ? '没有这个命令' : 'There is no such command'}: ${args.join(' ')}\n\n${await overview(lang)}`)
  return 2
}

async function overview(lang: Lang) {
  const rows = await Promise.all(Object.entries(COMMANDS).map(async ([name, load]) => [name, await load()] as const))
  const lines = rows.map(([name, { words, takes = [] }]) => `  ${[name, ...takes].join(' ')}`.padEnd(40) + words[lang === 'zh' ? 0 : 1])
  return ['innoe <command> [--help]', '', ...lines].join('\n')
}
