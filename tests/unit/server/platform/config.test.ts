import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ConfigFaults, readConfig } from '#server/platform/config.ts'
import { helpText } from '#server/platform/help-text.ts'
import { SETTINGS } from '#server/platform/settings/settings.ts'

const faultsOf = (argv: string[], env: Record<string, string> = {}): readonly string[] => {
  try {
    readConfig(argv, env, '/srv')
  } catch (error) {
    if (error instanceof ConfigFaults) return error.faults
    throw error
  }
  return []
}

describe('the configuration', () => {
  it('stands without any setting: simulated prices, on this machine only, practice money', () => {
    expect(readConfig([], {}, '/srv')).toEqual({
      feed: 'simulated',
      replayFolder: null,
      venues: null,
      closings: '/srv/.data/simulated.closings.json',
      dealer: null,
      coinbase: false,
      okxPerpetual: false,
      bybitPerpetual: false,
      bitgetPerpetual: false,
      gatePerpetual: false,
      binancePerpetual: false,
      mexcPerpetual: false,
      bitget: false,
      gate: false,
      tetherGold: false,
      speed: 1,
      loop: false,
      tradeFastBars: false,
      standby: false,
      afterRestore: false,
      archiveWal: null,
      host: '127.0.0.1',
      port: 8460,
      dataFolder: '/srv/.data/simulated',
      deletedPhotos: '/srv/.data/simulated.deleted',
      databaseUrl: null,
      databaseMax: null,
      logLevel: 'info',
      practice: true,
      practiceReviewer: true,
      guestsMax: 5_000,
      supportContact: null,
      securityContact: null,
      publicAddress: null,
      cashierMethods: null,
      allowedHosts: [],
      secondOperatorAbove: 500_000n,
      allowedOrigins: [],
      secureCookies: false,
      deskHosts: [],
      passwordList: null,
      metricsToken: null,
      smtpUrl: null,
      mailFrom: null,
      webhookUrl: null,
      webhookSecret: null,
      trustProxy: [],
      seed: null,
      drand: null,
      drandBeacon: null,
      breakSeeds: null,
      pictureDays: 90,
      tickDays: 14,
      rateFactor: 1,
      pushServices: [],
      pushContact: 'mailto:push@fairtick.example',
    })
  })

  it('names every fault at once, as the person wrote the setting', () => {
    const faults = faultsOf(
      ['--port', '99999', '--fed', 'replay', '--speed', 'fast', 'now', '--host'],
      {
        PRACTICE: 'maybe',
        DATABASE_URL: 'mysql://x/y',
        ALLOWED_HOSTS: 'app.example:443',
        ALLOWED_ORIGINS: 'https://a.example/path',
        SEED: 'abc',
        DRAND_URL: 'http://relay.example',
        BREAK_SEEDS: 'lost|found',
        SECOND_OPERATOR_ABOVE: '5,000',
        TRUST_PROXY: '127.0.0.1,proxy',
      },
    )
    expect(faults).toEqual(
      expect.arrayContaining([
        '--fed is not a flag of this server',
        '"now" is not understood',
        '--host needs a value',
        '--port must be from 0 to 65535',
        '--speed must be a positive number',
        'PRACTICE must be on or off',
        'DATABASE_URL must begin with postgres:// and name a database',
        'ALLOWED_HOSTS must be names such as app.example, without port, separated by commas',
        'ALLOWED_ORIGINS must be origins such as https://app.example, separated by commas',
        'SEED must be 64 hexadecimal digits',
        'DRAND_URL must be an address such as https://api.drand.sh',
        expect.stringMatching(/^BREAK_SEEDS must be a reason/),
        'SECOND_OPERATOR_ABOVE must be an amount such as 5000.00',
        'TRUST_PROXY must be addresses or networks such as 10.0.0.0/8, separated by commas',
      ]),
    )
  })

  it('takes no guests where money is real, and names a contact that can be opened', () => {
    expect(readConfig([], { GUESTS_MAX: '7' }, '/srv').guestsMax).toBe(7)
    expect(readConfig([], { GUESTS_MAX: '7', PRACTICE: 'off' }, '/srv').guestsMax).toBe(0)
    expect(faultsOf([], { GUESTS_MAX: 'many' })).toHaveLength(1)
    const contact = 'mailto:help@fairtick.example'
    expect(readConfig([], { SUPPORT_CONTACT: contact }, '/srv').supportContact).toBe(contact)
    expect(faultsOf([], { SUPPORT_CONTACT: 'javascript:alert(1)' })).toHaveLength(1)
  })

  it('publishes an address for holes that programs can read, and nothing else', () => {
    for (const SECURITY_CONTACT of ['mailto:holes@fairtick.example', 'https://a.example/holes']) {
      expect(readConfig([], { SECURITY_CONTACT }, '/srv').securityContact).toBe(SECURITY_CONTACT)
    }
    const bad = ['holes@a.example', 'tel:+4930123456', 'http://a.example', 'https://[', 'mailto:a']
    for (const SECURITY_CONTACT of [...bad, 'https://a.example\nExpires: 2099-01-01']) {
      expect(faultsOf([], { SECURITY_CONTACT })).toEqual([
        'SECURITY_CONTACT must begin with mailto: or https://',
      ])
    }
  })

  it('answers to the name of its public address, which is no path and no name of the desk', () => {
    const PUBLIC_ADDRESS = 'https://app.example'
    expect(readConfig([], { PUBLIC_ADDRESS }, '/srv')).toMatchObject({
      publicAddress: PUBLIC_ADDRESS,
      allowedHosts: ['app.example'],
    })
    for (const bad of ['app.example', 'https://app.example/', 'https://a.example/"><script>']) {
      expect(faultsOf([], { PUBLIC_ADDRESS: bad })).toEqual([
        'PUBLIC_ADDRESS must be an address such as https://app.example, without a path',
      ])
    }
    expect(faultsOf([], { PUBLIC_ADDRESS, DESK_HOSTS: 'app.example' })).toEqual([
      'PUBLIC_ADDRESS is a name of DESK_HOSTS, which do not serve the app',
    ])
  })

  it('lets nobody answer by rule where money is real, and shows examples where it is not', () => {
    const real = readConfig([], { PRACTICE: 'off', CASHIER_METHODS: 'ways.json' }, '/srv')
    expect(real).toMatchObject({ practiceReviewer: false, cashierMethods: '/srv/ways.json' })
    expect(readConfig([], { PRACTICE_REVIEWER: 'off' }, '/srv').practiceReviewer).toBe(false)
    expect(faultsOf([], { PRACTICE: 'off', PRACTICE_REVIEWER: 'on' })).toHaveLength(1)
    expect(faultsOf([], { CASHIER_METHODS: 'ways.json' })).toHaveLength(1)
  })

  it('reaches a database on another machine encrypted, unless it is told otherwise', () => {
    const fault = (url: string) => faultsOf([], { DATABASE_URL: url }).length
    for (const own of [
      'postgres://a:b@localhost/f',
      'postgres://127.0.0.1:5/f',
      'postgres://[::1]/f',
    ]) {
      expect([own, fault(own)]).toEqual([own, 0])
    }
    expect(fault('postgres://a:b@%2Fvar%2Frun%2Fpostgresql/f?host=/var/run/postgresql')).toBe(0)
    expect(fault('postgres://db.example/f')).toBe(1)
    expect(fault('postgres://db.example/f?sslmode=no-verify')).toBe(1)
    expect(fault('postgres://db.example/f?sslmode=prefer')).toBe(1)
    expect(fault('postgres://db.example/f?sslmode=verify-full')).toBe(0)
    expect(fault('postgres://db.example/f?sslmode=disable')).toBe(0)
  })

  it('names a relay of drand and its beacon, and why a lost master seed is given up', () => {
    const argv = ['--drand', 'https://relay.example/', '--break-seeds', 'disk 2 failed, replaced']
    expect(readConfig(argv, { DRAND_BEACON: 'info.json' }, '/srv')).toMatchObject({
      drand: 'https://relay.example',
      drandBeacon: '/srv/info.json',
      breakSeeds: 'disk 2 failed, replaced',
    })
    expect(readConfig(['--drand', 'http://127.0.0.1:9'], {}, '/srv').drand).toContain(':9')
    expect(faultsOf(['--drand', 'https://user@relay.example'])).toHaveLength(1)
    expect(faultsOf([], { DRAND_BEACON: 'info.json' })).toHaveLength(1)
    expect(faultsOf(['--feed', 'replay', '--data', 'x', '--drand', 'https://a.example'])).toEqual([
      '--drand and --break-seeds need --feed simulated',
    ])
  })

  it('answers to the names of the desk as well', () => {
    const { allowedHosts, deskHosts } = readConfig(
      [],
      { ALLOWED_HOSTS: 'app.example', DESK_HOSTS: 'desk.example' },
      '/srv',
    )
    expect([allowedHosts, deskHosts]).toEqual([['app.example', 'desk.example'], ['desk.example']])
  })

  it('takes proxies by address and by network', () => {
    const TRUST_PROXY = '127.0.0.1, 10.0.0.0/8,::1,fd00::/8'
    expect(readConfig([], { TRUST_PROXY }, '/srv').trustProxy).toHaveLength(4)
    for (const wrong of ['10.0.0.0/33', '10.0.0.0/', '1.2.3', 'fd00::/8/1']) {
      expect(faultsOf([], { TRUST_PROXY: wrong })).toHaveLength(1)
    }
  })

  it('takes a token for the metrics that no one guesses, and that fits into a header', () => {
    const METRICS_TOKEN = '0123456789abcdef'.repeat(4)
    expect(readConfig([], { METRICS_TOKEN }, '/srv').metricsToken).toBe(METRICS_TOKEN)
    for (const wrong of [
      'a'.repeat(31),
      'a'.repeat(201),
      `${METRICS_TOKEN} `,
      `${METRICS_TOKEN}é`,
    ]) {
      expect(faultsOf([], { METRICS_TOKEN: wrong })).toEqual([
        expect.stringMatching(/^METRICS_TOKEN must have 32 to 200 characters/),
      ])
    }
  })

  it('lets a flag win over the environment', () => {
    expect(readConfig(['--port', '9000'], { PORT: '9001', HOST: '::1' }, '/srv')).toMatchObject({
      port: 9000,
      host: '::1',
    })
    expect(readConfig(['--port=9000'], {}, '/srv').port).toBe(9000)
  })

  it('treats an empty variable as not set', () => {
    expect(readConfig([], { PORT: '', DATABASE_URL: '' }, '/srv').databaseUrl).toBeNull()
  })

  it('reads a replay with its folder, speed and loop, and keeps its data apart', () => {
    const argv = ['--feed', 'replay', '--data', 'csv', '--speed', '2.5', '--loop']
    expect(readConfig(argv, {}, '/srv')).toMatchObject({
      feed: 'replay',
      replayFolder: '/srv/csv',
      speed: 2.5,
      loop: true,
      dataFolder: '/srv/.data/replay',
    })
  })

  it('refuses settings that do not go together', () => {
    expect(faultsOf(['--feed', 'replay'])).toEqual([
      '--feed replay needs --data <folder of CSV files>',
    ])
    expect(faultsOf(['--trade-fast-bars'])).toEqual(['--trade-fast-bars needs --feed replay'])
    expect(faultsOf(['--data', 'csv', '--loop', '--speed', '2'])).toEqual([
      '--data needs --feed replay',
      '--speed needs --feed replay',
      '--loop needs --feed replay',
    ])
  })

  it('takes a limit for a database elsewhere only', () => {
    const url = 'postgres://owner@localhost/fairtick'
    const env = { DATABASE_MAX_GB: '20', DATABASE_URL: url }
    expect(readConfig([], env, '/srv').databaseMax).toBe(20_000_000_000)
    expect(faultsOf([], { DATABASE_MAX_GB: '20' })).toEqual([
      'DATABASE_MAX_GB needs DATABASE_URL: the disk is the limit of the embedded database',
    ])
  })

  it('lets a server stand by for a database elsewhere only', () => {
    expect(
      readConfig([], { STANDBY: 'on', DATABASE_URL: 'postgres://owner@localhost/a' }, '/'),
    ).toMatchObject({ standby: true })
    expect(faultsOf(['--standby'])).toEqual([
      '--standby needs DATABASE_URL: the embedded database ends with its server',
    ])
  })

  it('knows in the process without DATABASE_URL that the database is elsewhere', () => {
    const env = { DATABASE_MAX_GB: '20', STANDBY: 'on', FAIRTICK_PREPARED: '{}' }
    expect(readConfig([], env, '/srv')).toMatchObject({ standby: true, databaseUrl: null })
  })

  it('keeps the list of deleted photos outside of the data folder', () => {
    expect(readConfig([], { DELETED_PHOTOS: 'gone' }, '/srv').deletedPhotos).toBe('/srv/gone')
    for (const inside of ['.data/simulated/gone', '.data/simulated']) {
      expect(faultsOf([], { DELETED_PHOTOS: inside })).toEqual([
        'DELETED_PHOTOS must be outside of the data folder',
      ])
    }
  })

  it('keeps live prices apart, and leaves Coinbase off', () => {
    expect(readConfig(['--feed', 'live'], {}, '/srv')).toMatchObject({
      feed: 'live',
      venues: null,
      coinbase: false,
      dataFolder: '/srv/.data/live',
    })
    const argv = ['--feed', 'live', '--venues', 'venues.json']
    expect(readConfig(argv, {}, '/srv').venues).toBe('/srv/venues.json')
    expect(faultsOf(['--venues', 'venues.json', '--coinbase'])).toEqual([
      '--venues needs --feed live',
      '--coinbase needs --feed live',
      '--coinbase: name it in the file of --venues',
    ])
    expect(faultsOf(['--feed', 'live', '--loop'])).toEqual(['--loop needs --feed replay'])
  })

  it('takes a dealer only with its token, an account and the word of the operator, and shows no token', () => {
    const token = '0123456789abcdef0123456789abcdef-0123'
    const all = {
      LIVE_DEALER: 'oanda',
      LIVE_DEALER_TOKEN: token,
      LIVE_DEALER_ACCOUNT: '101-001-1234567-001',
      LIVE_DEALER_TERMS: 'accepted',
    }
    const argv = ['--feed', 'live']
    const config = readConfig(argv, all, '/srv')
    expect(config.dealer).toMatchObject({ name: 'oanda', environment: 'practice' })
    expect(config.dealer?.token()).toBe(token)
    expect(
      inspect(config, { depth: null, showHidden: true }) + JSON.stringify(config.dealer),
    ).not.toContain(token)
    expect(faultsOf([], all)).toEqual(['LIVE_DEALER needs --feed live'])
    expect(faultsOf(argv, { LIVE_DEALER: 'oanda' })).toEqual([
      'LIVE_DEALER needs LIVE_DEALER_TOKEN',
      'LIVE_DEALER needs LIVE_DEALER_ACCOUNT',
      expect.stringMatching(/^LIVE_DEALER needs LIVE_DEALER_TERMS=accepted: first agree with/),
    ])
    expect(faultsOf(argv, { ...all, LIVE_DEALER: '' })).toEqual([
      'LIVE_DEALER_TOKEN, LIVE_DEALER_ACCOUNT, LIVE_DEALER_TERMS: LIVE_DEALER is not set',
    ])
    const wrong = { ...all, LIVE_DEALER_TOKEN: `${token} `, LIVE_DEALER_ENVIRONMENT: 'demo' }
    const faults = faultsOf(argv, { ...wrong, LIVE_DEALER_TERMS: 'yes' })
    expect(faults).toEqual([
      expect.stringMatching(/^LIVE_DEALER_TOKEN must have 16 to 200 letters/),
      'LIVE_DEALER_ENVIRONMENT must be practice or live',
      'LIVE_DEALER_TERMS must be accepted',
    ])
    expect(faults.join('')).not.toContain(token)
  })

  it('takes live prices without practice money only with the operator’s sentence', () => {
    const argv = ['--feed', 'live']
    const sentence = 'We may offer orders for real money on the prices of these venues'
    expect(faultsOf(argv, { PRACTICE: 'off' })).toEqual([
      `PRACTICE=off with --feed live needs LIVE_MONEY="${sentence}"`,
    ])
    expect(faultsOf(argv, { PRACTICE: 'off', LIVE_MONEY: 'yes' })).toEqual([
      `LIVE_MONEY must be the sentence "${sentence}"`,
    ])
    const config = readConfig(argv, { PRACTICE: 'off', LIVE_MONEY: sentence }, '/srv')
    expect(config.practice).toBe(false)
    expect(readConfig(argv, {}, '/srv').practice).toBe(true)
  })

  it('explains every setting in its help', () => {
    const lines = helpText().split('\n')
    for (const { env } of Object.values(SETTINGS))
      expect(lines.filter((line) => line.includes(`  ${env}=`))).toHaveLength(1)
    // A flag and its variable never touch, however long they are.
    expect(lines[1]).toMatch(/^--feed simulated\|replay\|live {2}FEED=\S+ {2,}\S/)
  })
})
