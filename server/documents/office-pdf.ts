import { execFile, spawn } from 'node:child_process'
import { access, constants, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { fileTypeFromFile } from 'file-type'
import { both, refuse } from '../errors.ts'
import { turnsOf, turnsOfPeople } from '../turns.ts'
import { DAMAGED, PROTECTED, TOO_SLOW } from './text/limits.ts'

const SLOWEST_MS = 60_000
/** In seconds: of its processor, and for the case that this server ends before it. */
const PROCESSOR_S = 60
const OUTLIVES_S = 65
/** Of its address space, in kB, and of a file that it writes, in blocks of 512 bytes. */
const MEMORY_KB = 4 << 20
const LARGEST_BLOCKS = 200 << 11
const MAX_WAITING = 10

const inTurn = turnsOf(1)
const inTurnOfPeople = turnsOfPeople(MAX_WAITING, inTurn)

/** LibreOffice on this machine: `INNOE_OFFICE`, or where it is usually found. */
export async function officeProgram(): Promise<string | undefined> {
  const given = process.env['INNOE_OFFICE']
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/opt/libreoffice/program']
  const places = given === undefined ? folders.filter(Boolean).flatMap((folder) => [join(folder, 'soffice'), join(folder, 'libreoffice')]) : [given]
  for (const place of places) if (await mayRun(place)) return place
  return undefined
}

const mayRun = (path: string) =>
  access(path, constants.X_OK).then(
    () => path !== '',
    () => false,
  )

/** An office file as a PDF, drawn by LibreOffice in a process of its own: without macros and network, within limits of time and memory. A person has one at a time; a job, which names none, waits for its turn. */
export async function officePdf(path: string, ext: string, person?: string | null): Promise<Buffer> {
  const program = await officeProgram()
  if (!program) return refuse('rule', NO_OFFICE)
  const found = await fileTypeFromFile(path)
  if (!found || !CONTENT.has(found.ext)) return refuse('unreadable', both('why', DAMAGED)) // a page of the web with another name would load others
  if (found.ext === 'cfb' && OPEN_XML.has(ext.toLowerCase())) return refuse('unreadable', both('why', PROTECTED))
  const convert = () => converted(program, path, ext)
  return person ? inTurnOfPeople(person, convert) : inTurn(convert)
}

/** The same of bytes in memory. */
export async function officePdfOf(bytes: Buffer, ext: string, person?: string | null): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, bytes, { mode: 0o600 })
    return await officePdf(path, ext, person)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const CONTENT: ReadonlySet<string> = new Set(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'cfb'])
/** With a password, their content is no zip. */
const OPEN_XML: ReadonlySet<string> = new Set(['docx', 'xlsx', 'pptx'])

export const NO_OFFICE = {
  summary_zh: '服务器未安装 LibreOffice，Word、Excel、PPT 文件不能转换为 PDF；请自行另存为 PDF 后上传，或请管理员安装',
  summary_en:
    'LibreOffice is not installed on the server, so office files cannot become PDFs: save it as a PDF yourself, or ask the administrator to install it',
}

async function converted(program: string, path: string, ext: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'innoe-office-'))
  try {
    await writeProfile(folder)
    const input = join(folder, `file.${ext}`)
    await symlink(path, input)
    const isInTime = await run(program, folder, input)
    const pdf = await readFile(join(folder, 'file.pdf')).catch(() => undefined)
    if (!isInTime) return refuse('unreadable', both('why', TOO_SLOW))
    return pdf?.length ? pdf : refuse('unreadable', both('why', DAMAGED))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether it ended by itself. */
async function run(program: string, folder: string, input: string): Promise<boolean> {
  const office = [program, `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`, '--headless', '--norestore', '--nolockcheck', '--nodefault', '--convert-to', 'pdf', '--outdir', folder, input] // oxfmt-ignore
  const limited = `ulimit -v ${MEMORY_KB}; ulimit -f ${LARGEST_BLOCKS}; ulimit -t ${PROCESSOR_S}; exec timeout -k 5 ${OUTLIVES_S} "$@"`
  const child = spawn('/bin/sh', ['-c', limited, 'sh', ...((await hasOwnNetwork()) ? ['unshare', '-rn'] : []), ...office], {
    cwd: folder,
    // The converter needs no secrets of the server. A proxy that does not answer blocks its network access where it cannot be isolated.
    env: {
      HOME: folder,
      TMPDIR: folder,
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      http_proxy: NOBODY,
      https_proxy: NOBODY,
    },
    stdio: 'ignore',
    detached: true, // with its own processes it is one group
  })
  return new Promise((resolve) => {
    const end = (isInTime: boolean) => {
      clearTimeout(timer)
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // the whole group has ended
      }
      resolve(isInTime)
    }
    const timer = setTimeout(() => end(false), SLOWEST_MS)
    child.once('error', () => end(true))
    child.once('exit', () => end(true))
  })
}

const NOBODY = 'http://127.0.0.1:9'

/** Whether a process here can have an isolated network */
const hasOwnNetwork = () =>
  promisify(execFile)('unshare', ['-rn', 'true']).then(
    () => true,
    () => false,
  )

/** Disables macros and external content, and sets a font for Chinese text on machines without one. */
async function writeProfile(folder: string) {
  const user = join(folder, 'profile', 'user')
  await mkdir(user, { recursive: true })
  await writeFile(join(user, 'registrymodifications.xcu'), PROFILE)
  await writeFile(join(folder, 'fonts.conf'), FONTS)
}

const set = (path: string, name: string, value: string | number | boolean) =>
  `<item oor:path="/org.openoffice.Office.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`

const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${set('Common/Security/Scripting', 'MacroSecurityLevel', 3)}
${set('Common/Security/Scripting', 'DisableMacrosExecution', true)}
${set('Common/Security/Scripting', 'DisableActiveContent', true)}
${set('Common/Security/Scripting', 'BlockUntrustedRefererLinks', true)}
${set('Writer/Content/Update', 'Link', 2)}
${set('Calc/Content/Update', 'Link', 2)}
</oor:items>
`

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${fileURLToPath(new URL('../pdf/fonts/', import.meta.url))}</dir></fontconfig>
`
