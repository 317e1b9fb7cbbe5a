import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, initCluster, startCluster } from '../../../server/database/cluster/cluster.ts'

/** A database in this folder, and a streaming standby, which is a copy of it that follows its log; `settings` are those of the first. */
export async function startWithStandby(place: string, settings: Cluster['settings'] = {}) {
  const clusterAt = (name: string, more: Cluster['settings'] = {}) => {
    mkdirSync(join(place, name), { recursive: true })
    return { folder: join(place, name, 'data'), sockets: join(place, name, 's'), log: join(place, name, 'log'), settings: { fsync: 'off', ...more } }
  }
  const [main, copy] = [clusterAt('m', settings), clusterAt('r')]
  await initCluster(main.folder, { durable: false })
  execFileSync('cp', ['-a', main.folder, copy.folder]) // with its owner
  appendFileSync(join(main.folder, 'pg_hba.conf'), '\nlocal replication all trust\n')
  const database = await startCluster(main)
  const { searchParams, port, username } = new URL(database.url('postgres'))
  const signal = join(copy.folder, 'standby.signal')
  const { uid, gid } = statSync(copy.folder)
  writeFileSync(signal, '')
  chownSync(signal, uid, gid)
  appendFileSync(
    join(copy.folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${searchParams.get('host') ?? main.sockets} port=${port || '5432'} user=${username}'\n`,
  )
  return { main, copy, database, standby: await startCluster(copy) }
}
