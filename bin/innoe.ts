import type { Lang } from '../model/kit/fields.ts'
import { type Command, runCommand } from './commands/command.ts'

/** Each is loaded only when it is called for. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/start.ts')).start,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  'seed demo': async () => (await import('./commands/seed.ts')).seedDemo,
  import: async () => (await import('./commands/import.ts')).importTable,
  export: async () => (await import('./commands/export.ts')).exportTable,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  'token create': async () => (await import('./commands/account.ts')).tokenCreate,
  'user unlock': async () => (await import('./commands/account.ts')).userUnlock,
  'user password': async () => (await import('./commands/account.ts')).userPassword,
  'user reset-second-factor': async () => (await import('./commands/account.ts')).userSecondFactor,
  'user make-admin': async () => (await import('./commands/account.ts')).userMakeAdmin,
  backup: async () => (await import('./commands/backup.ts')).backup,
  'tenant add': async () => (await import('./commands/tenant.ts')).tenantAdd,
  'tenant list': async () => (await import('./commands/tenant.ts')).tenantList,
  'tenant remove': async () => (await import('./commands/tenant.ts')).tenantRemove,
  'tenant export': async () => (await import('./commands/tenant.ts')).tenantExport,
  'tenant import': async () => (await import('./commands/tenant.ts')).tenantImport,
  restore: async () => (await import('./commands/backup.ts')).restore,
}

const lang: Lang = /^zh/i.test(process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || '') ? 'zh' : 'en'

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]) {
  const asked = args.length === 0 || /^(help|-h|--help)$/.test(args[0] ?? '')
  if (asked) return (console.log(await overview()), 0)
  const name = Object.keys(COMMANDS).find((known) => known === args.slice(0, known.split(' ').length).join(' '))
  const load = name && COMMANDS[name]
  if (load) return runCommand(name, await load(), args.slice(name.split(' ').length), lang)
  console.error(`${lang === 'zh' ? '没有这个命令' : 'There is no such command'}: ${args.join(' ')}\n\n${await overview()}`)
  return 2
}

async function overview() {
  const rows = await Promise.all(Object.entries(COMMANDS).map(async ([name, load]) => [name, await load()] as const))
  const lines = rows.map(([name, { words, takes = [] }]) => `  ${[name, ...takes].join(' ')}`.padEnd(34) + words[lang === 'zh' ? 0 : 1])
  return ['innoe <command> [--help]', '', ...lines].join('\n')
}
