import type { Command } from './command.ts'

export const start: Command = {
  words: ['启动服务：数据库、任务与网页；Ctrl-C 停止', 'Run the server: database, jobs and web; Ctrl-C stops it'],
  async run() {
    await import('../../server/main.ts')
    await new Promise(() => {}) // the server ends the process
  },
}
