import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import pack, { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const PACKED = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')))

// The ordinary rules of the web hold: no flag that hides a fault of CORS, CSP or isolation.
const FLAGS = ['--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-gpu', '--hide-scrollbars']

const FONTS = 'fonts.conf'

let shared: Promise<Browser> | undefined
let users = 0

/** A real, headless Chromium for a file's tests, the same for all files of the process; it is closed after the last of them. */
export async function openBrowser(): Promise<Browser> {
  users++
  shared ??= launchBrowser()
  const browser = await shared
  after(async () => {
    if (--users === 0) await browser.close()
  })
  return browser
}

/** A Chromium of one's own; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const folder = await unpacked()
  const executablePath = join(folder, 'chromium')
  const env = { ...process.env, FONTCONFIG_FILE: join(folder, FONTS), ...librariesFor(executablePath, folder) }
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...sandbox], env })
}

/** Unpacked once for each user and version, beside its place and then moved there, so that no run meets half a browser. */
async function unpacked() {
  const { version } = JSON.parse(readFileSync(join(PACKED, '..', 'package.json'), 'utf8')) as { version: string } // a published manifest has one
  const place = join(tmpdir(), `innoe-browser-${version}-${process.getuid?.() ?? 0}`)
  if (existsSync(place)) return place
  const fresh = mkdtempSync(`${place}-`)
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = fresh // the package unpacks there, and has no other setting for it
  try {
    await pack.executablePath()
    await inflate(join(PACKED, 'al2023.tar.br'))
    writeFileSync(join(fresh, FONTS), fontsIn(place))
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

/**
 * Chromium exits when it finds no font, and the configuration in the package names folders that exist only on its authors' machines.
 * Open Sans comes in the package. Chinese and Korean have no system font here: a page must load the fonts that the client ships.
 */
const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

/** A machine without the libraries that Chromium wants gets those that come with it. */
function librariesFor(executablePath: string, folder: string): Record<string, string> {
  const missing = execFileSync('ldd', [executablePath], { encoding: 'utf8' }).includes('not found')
  return missing ? { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') } : {}
}
