import type { Words } from '../model/kit/fields.ts'
import { StartFault } from './config.ts'

type Fault = Readonly<{ code?: unknown; path?: unknown; message: string }>

/** Faults of the operating system or the database in words for the operator; undefined for a fault of the program. */
export function systemFault(error: unknown): StartFault | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof StartFault) return error
  const fault: Fault = error
  const words = (typeof fault.path === 'string' && ofFile(fault, fault.path)) || ofDatabase(fault)
  return words ? new StartFault(words) : undefined
}

const FILES: Readonly<Record<string, Words>> = {
  ENOENT: ['没有这个文件或文件夹', 'there is no such file or folder'],
  EACCES: ['没有权限', 'not permitted'],
  EPERM: ['没有权限', 'not permitted'],
  EISDIR: ['是文件夹，不是文件', 'it is a folder, not a file'],
  ENOTDIR: ['路径中有一段不是文件夹', 'a part of the path is not a folder'],
  EEXIST: ['已存在', 'it already exists'],
  ENOSPC: ['磁盘已满', 'the disk is full'],
  EROFS: ['磁盘只读', 'the disk is read-only'],
  ENAMETOOLONG: ['名称过长', 'the name is too long'],
}

function ofFile({ code }: Fault, path: string): Words | undefined {
  const words = FILES[String(code)]
  return words && [`${path}：${words[0]}`, `${path}: ${words[1]}`]
}

const DATABASE: Readonly<Record<string, Words>> = {
  '28P01': ['数据库拒绝登录：请检查 DATABASE_URL 的账号与密码', 'The database refused the sign-in: check the account and password in DATABASE_URL'],
  '28000': ['数据库拒绝登录：请检查 DATABASE_URL 的账号与密码', 'The database refused the sign-in: check the account and password in DATABASE_URL'],
  '3D000': ['DATABASE_URL 所指的数据库不存在', 'The database in DATABASE_URL does not exist'],
  '42501': ['DATABASE_URL 的账号在数据库中权限不足', 'The account in DATABASE_URL does not have sufficient privileges in the database'],
  '53100': ['数据库所在磁盘已满', 'The disk of the database is full'],
  '53300': ['数据库的连接已满：请调大 max_connections', 'The database has no free connections: increase max_connections'],
  '57P03': ['数据库正在启动，请稍后再试', 'The database is starting; try again in a moment'],
}
const UNREACHED = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT'])

/** The address itself is not repeated: it may hold a password. */
function ofDatabase({ code, message }: Fault): Words | undefined {
  if (UNREACHED.has(String(code)) || /timeout exceeded when trying to connect|Connection terminated/.test(message))
    return [
      `无法连接数据库（${code ?? message}）：请检查 DATABASE_URL 与数据库`,
      `The database cannot be reached (${code ?? message}): check DATABASE_URL and the database`,
    ]
  const words = DATABASE[String(code)]
  return words && [`${words[0]}（${message}）`, `${words[1]} (${message})`]
}
