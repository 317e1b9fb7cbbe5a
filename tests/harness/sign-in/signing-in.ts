import type { Page } from 'playwright-core'
import type { Tenant } from '../../../server/records/context.ts'

/** Signs in by hand, as a person does: opens the page of signing in, reads the captcha as the server keeps it, and sends the form. */
export async function signInAt(page: Page, address: string, { db }: Tenant, who: { account: string; password: string; end?: string }) {
  // A page of signing in that is open already may still ask for a captcha of its own.
  await page.goto(`${address}/innoe-web/privacy`)
  const captcha = page.waitForResponse((response) => response.url().endsWith('/innoe-passport/captcha') && response.ok())
  await page.goto(`${address}/innoe-web/login`)
  const { data } = (await (await captcha).json()) as { data: { captcha_id: string } } // as the call declares it
  const row = await db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  if (who.end) await page.getByText(who.end, { exact: true }).click()
  await page.locator('#username').fill(who.account)
  await page.locator('#password').fill(who.password)
  await page.locator('#captcha').fill((row.value as { answer: string }).answer) // as the server keeps it
  await page.locator('.login-form button[type=submit]').click()
}
