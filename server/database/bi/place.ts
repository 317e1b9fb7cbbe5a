import type { Words } from '../../../model/kit/fields.ts'
import type { Config } from '../../config.ts'

/** `note`: why no tool finds it there yet. */
export type Place = { host: string; port: string; note?: Words }

/** Address of the database for BI tools. The embedded one listens only on a local socket unless `biListen` is set. */
export function placeOf(url: string, { databaseUrl, biListen }: Pick<Config, 'databaseUrl' | 'biListen'>): Place {
  const { hostname, port: given, searchParams } = new URL(url)
  const [host, port] = [searchParams.get('host') ?? hostname, given || '5432']
  if (databaseUrl) return { host, port }
  if (!biListen) return { host, port, note: NO_PORT }
  const place = { host: biListen.address, port: `${biListen.port}` }
  return port === place.port ? place : { ...place, note: AFTER_RESTART }
}

const NO_PORT = [
  '内置数据库没有网络端口，“主机”是套接字所在的文件夹：在本机上，只有运行 Innoe 的系统用户和 root 能以 psql -h 该文件夹 连接。要让 BI 工具连接，请设置 INNOE_BI_LISTEN=127.0.0.1:5433 并重启 Innoe',
  'The embedded database has no port on the network yet. The host is the folder of its socket: on this machine only the system user of Innoe and root reach it, by psql -h with that folder. For BI tools, set INNOE_BI_LISTEN=127.0.0.1:5433 and restart Innoe',
] as const
const AFTER_RESTART = ['重启 Innoe 后可连接', 'It listens there after a restart of Innoe'] as const
