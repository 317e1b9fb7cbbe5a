import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pack, { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const PACKED = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')))

// The ordinary rules of the web hold: no flag that hides a fault of CORS, CSP or isolation.
const FLAGS = ['--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-gpu', '--hide-scrollbars']

/** A real, headless Chromium; the caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const folder = await unpacked()
  const executablePath = join(folder, 'chromium')
  const env = { ...process.env, FONTCONFIG_PATH: join(folder, 'fonts'), ...librariesFor(executablePath, folder) }
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...sandbox], env })
}

/** Unpacked once for each user and version, beside its place and then moved there, so that no run meets half a browser. */
async function unpacked() {
  const { version } = JSON.parse(readFileSync(join(PACKED, '..', 'package.json'), 'utf8')) as { version: string } // a published manifest has one
  const place = join(tmpdir(), `innoe-chromium-${version}-${process.getuid?.() ?? 0}`)
  if (existsSync(place)) return place
  const fresh = mkdtempSync(`${place}-`)
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = fresh // the package unpacks there, and has no other setting for it
  try {
    await pack.executablePath()
    await inflate(join(PACKED, 'al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  try {
    renameSync(fresh, place)
  } catch {
    rmSync(fresh, { recursive: true, force: true }) // another run has just put it there
  }
  return place
}

/** A machine without the libraries that Chromium wants gets those that come with it. */
function librariesFor(executablePath: string, folder: string): Record<string, string> {
  const missing = execFileSync('ldd', [executablePath], { encoding: 'utf8' }).includes('not found')
  return missing ? { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') } : {}
}
