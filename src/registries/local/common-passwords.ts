/**
 * Finds passwords that are common or derived from common ones. NIST SP 800-63B section 5.1.1.2.
 *
 * The words are in lower case. A password is compared without digits and signs at its ends, and with digits read
 * as letters: `Passw0rd!23` matches `password`.
 */

/** Returns why a password is easy to guess, or undefined when no rule applies. */
export function findPasswordWeakness(password: string, name: string): string | undefined {
  const folded = password.normalize('NFKC').toLowerCase()
  const cores = coresOf(folded)
  if (cores.some((core) => words.has(core)) || codes.has(folded))
    return 'it is one of the most common passwords'
  if (isRepeated(folded)) return 'it repeats one short part'
  if (isSequence(folded)) return 'it follows the order of the keyboard, the alphabet or the digits'

  const own = name.normalize('NFKC').toLowerCase()
  const owns = new Set([own, own.replace(/@.*/s, ''), [...own].reverse().join('')])
  if ([folded, ...cores].some((core) => owns.has(core))) return 'it consists of the user name'
  return undefined
}

/** Up to six digits and signs at each end are ignored. */
const decoration = /^[^\p{L}]{1,6}|[^\p{L}]{1,6}$/gu

/**
 * Returns the variants of a password to compare: without the digits and signs at its ends, and with digits read
 * as the letters that they resemble.
 */
function coresOf(folded: string): string[] {
  const literal = folded.replace(decoration, '')
  return [
    folded,
    literal,
    readLetters(folded),
    readLetters(literal),
    readLetters(folded).replace(decoration, ''),
  ]
    .flatMap((core) => [core, core.replaceAll(/[._-]/g, '')])
    .filter((core) => core !== '')
}

const letters: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' },
  ...{ '@': 'a', $: 's', '!': 'i' },
}

function readLetters(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign)
}

/** Returns whether the text repeats one part: `aaaaaaaa`, `12121212`, `abcabcabc`. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/su.test(text)
}

const orders = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
]

/** The minimum number of characters in order that count as a run. */
const minRunLength = 3

/**
 * Returns whether the whole text consists of runs of adjacent keys or consecutive characters, forwards or
 * backwards: `qwer1234`.
 */
function isSequence(text: string): boolean {
  let rest = text
  while (rest !== '') {
    const run = longestRun(rest)
    if (run < minRunLength) return false
    rest = rest.slice(run)
  }
  return true
}

/** Returns the length of the longest run at the beginning of the text. */
function longestRun(text: string): number {
  let longest = 0
  for (const order of [...orders, ...orders.map((each) => [...each].reverse().join(''))]) {
    let length = 0
    while (length < text.length && order.includes(text.slice(0, length + 1))) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}

/** Common passwords with too many digits for the comparison with words. */
const codes: ReadonlySet<string> = new Set(
  `11223344 112233445566 12344321 123454321 1234554321 12341234 123123123 123321123 147258369 741852963 159753456
  789456123 987654321 0987654321 1029384756 10203040 102030405060 13579246810 1357924680 2468101214 31415926
  314159265 3141592653 27182818 271828182 14142135 16180339 123698745 147896325 963852741 951753852 18273645
  19216811 19216801 20002000 20012001 20202020 20242024 20252025 19841984 19901990 12121212 69696969 a1b2c3d4
  a1b2c3d4e5 1a2b3c4d 1a2b3c4d5e abc12345 abcd1234 abc123456 aa123456 aaa12345 a1234567 a12345678 a123456789
  q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t zaq12wsx zaq1xsw2 xsw2zaq1 1qaz2wsx 1qazxsw2 qaz12345 qwe12345 qwer1234
  qwerty12345 qwerty123456 asd12345 asdf1234 zxc12345 zxcv1234 pass12345 pass123456 p4ssw0rd123 test12345
  test123456 admin12345 admin123456 user12345 user123456 root12345 welcome12345 changeme12345 temp12345
  jordan23 r2d2c3po ncc1701d ncc1701e thx1138 4815162342 8675309 7777777a 0okm9ijn bond007007 agent007 1123581321`.split(
    /\s+/,
  ),
)

/** Common passwords, and words that become common passwords with a few digits or signs. */
const words: ReadonlySet<string> = new Set(
  `password passwort passw passwd pass passphrase passcode contrasena contrasenha senha motdepasse parola parole
  wachtwoord haslo heslo jelszo salasana losenord lozinka sifre parool passwordpassword mypassword thepassword
  yourpassword password password secret secrets topsecret verysecret mysecret default changeme changeit change
  letmein letmeinnow letmeinplease openup opensesame sesame welcome welcomehome welcomeback willkommen bienvenue
  bienvenido bemvindo hello hallo helloworld hellohello goodbye hithere thisisapassword nopassword nopass newpass
  newpassword oldpassword temp temporary temppass temppassword temporal initial firstlogin login logon signin
  admin admins administrator administrador administrateur adminadmin sysadmin superadmin superuser root rootroot
  toor rootadmin user users username useruser guest guestguest test tests tester testing testtest testuser
  testpassword test demo demos demouser demodemo sample example private public internal access access control
  system manager master mastermaster webmaster postmaster hostmaster operator service support helpdesk office
  oracle mysql postgres postgresql mongodb redis rabbitmq tomcat jenkins cisco juniper ubuntu debian centos fedora
  linux windows windowsxp microsoft google facebook twitter instagram linkedin youtube amazon apple android iphone
  samsung nokia motorola huawei yahoo hotmail gmail internet computer laptop desktop server network wireless
  database security secure gateway sluice company business enterprise developer developers development
  production staging sandbox integration apigateway apikey token bearer oauth openid
  qwerty qwertz azerty qwertyui qwertyuiop qwertzuiop azertyuiop qwertyqwerty asdf asdfasdf asdfgh asdfghjk
  asdfghjkl asdfjkl zxcvbn zxcvbnm zxcv qazwsx qazwsxedc wasd wasdwasd qweasd qweasdzxc qweqwe asdasd zxczxc
  qwerasdf qweasdzx poiuytrewq lkjhgfdsa mnbvcxz abcdef abcdefg abcdefgh abcabc aabbcc xyz xyzzy
  iloveyou iloveu iloveme iloveher iloveh iloveyouu ilovegod ilovejesus ilovemymom ilovemydad loveyou loveme
  lovely lover lovers lovelove love loveable teamo tequiero jetaime ichliebedich mylove truelove firstlove forever
  foreverlove always alwaysandforever sweetheart sweetie sweety honey honeybee babygirl babyboy baby babybaby
  princess princesa prinzessin prince queen king kingking kingkong angel angels angelina angelito myangel
  sunshine sunflower sunset sunrise moonlight moonshine starlight stars star superstar rockstar rainbow rainbows
  flower flowers butterfly dragonfly ladybug strawberry blueberry cherry banana orange apples peaches pineapple
  watermelon coconut chocolate cookie cookies candy sugar vanilla cinnamon ginger pepper pumpkin cupcake cheese
  cheesecake pizza hamburger coffee espresso whiskey vodka tequila budweiser heineken corona guinness
  monkey monkeys dragon dragons tiger tigers lion lions panther panthers jaguar leopard eagle eagles falcon falcons
  hawk hawks phoenix wolf wolves wolverine werewolf bear bears teddybear panda kitty kitten kittens hellokitty
  puppy puppies doggy doggie dogs cats catdog tomcat fluffy buster snoopy scooby scoobydoo garfield tweety
  bugsbunny bunny rabbit mustang mustangs bronco broncos stallion horses dolphin dolphins shark sharks turtle
  spider spiders spiderman superman batman ironman hulk captain captainamerica avengers avenger joker harley
  robin wonderwoman starwars startrek enterprise skywalker darthvader vader yoda obiwan jedi jedimaster stormtrooper
  chewbacca chewie hansolo gandalf frodo bilbo legolas aragorn sauron lordoftherings harrypotter hogwarts hermione
  dumbledore voldemort gryffindor slytherin pokemon pikachu charizard digimon naruto sasuke sakura goku vegeta
  dragonball dragonballz minecraft fortnite roblox callofduty counterstrike warcraft worldofwarcraft starcraft
  diablo nintendo playstation xbox sega zelda mario luigi sonic tetris doom quake halflife
  football soccer baseball basketball hockey tennis golf golfer golfing cricket rugby volleyball swimming swimmer
  boxing wrestling skateboard snowboard surfing surfer fishing hunting hunter hunters running runner cycling
  chelsea chelseafc arsenal arsenalfc liverpool liverpoolfc manchester manchesterunited manutd mancity tottenham
  everton barcelona fcbarcelona realmadrid juventus acmilan milan inter intermilan bayern bayernmunich dortmund
  schalke ajax feyenoord porto benfica sporting celtic rangers galatasaray fenerbahce besiktas flamengo corinthians
  palmeiras bocajuniors riverplate cowboys dallascowboys steelers packers redskins raiders chargers patriots giants
  yankees redsox dodgers lakers celtics bulls chicagobulls warriors ronaldo cristiano messi lionelmessi beckham
  neymar zidane maradona pele jordan kobe lebron
  michael michelle michele jennifer jessica jessie ashley amanda nicole natalie natasha melissa stephanie samantha
  elizabeth victoria veronica vanessa alexander alexandra alexandre alejandro alejandra andrew anthony antonio
  barbara benjamin brandon brittany caroline catherine charles charlie charlotte christian christina christine
  christopher christophe claudia cristina daniel daniela danielle david deborah dennis diana dominic edward eduardo
  emily fernando fernanda francesco francis francisco frank fredrick gabriel gabriela george gregory heather hannah
  isabella jackson jacob james jasmine jason jeffrey jeremy jonathan joseph joshua julian juliana justin katherine
  kathleen kevin kimberly lauren leonardo lorenzo madison marcus margaret maria mariana marina martin matthew
  melanie mercedes miguel mohamed mohammed monica morgan nathan nicholas nicolas oliver olivia patricia patrick
  peter philip rachel rebecca ricardo richard robert roberto rodrigo ronald russell ryan sabrina samuel sandra sarah
  scarlett sebastian sharon sophia sophie stephen steven summer susan teresa theresa thomas tiffany timothy tristan
  valentina valentine valeria vincent virginia william winston zachary
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
  october november december spring summertime autumn winter wintertime christmas easter halloween thanksgiving
  newyear holiday holidays vacation weekend birthday happybirthday today tomorrow yesterday
  london paris berlin madrid lisboa roma vienna zurich amsterdam brussels copenhagen stockholm moscow istanbul
  athens newyork newyorkcity losangeles chicago houston dallas boston denver seattle sanfrancisco lasvegas miami
  atlanta toronto montreal vancouver sydney melbourne tokyo singapore hongkong shanghai beijing mumbai delhi
  america american usa canada mexico brazil brasil argentina colombia england scotland ireland wales france germany
  deutschland italy italia spain espana portugal poland polska russia turkey turkiye india pakistan china japan
  australia africa europe california florida texas hawaii alaska arizona
  ferrari porsche lamborghini maserati mercedesbenz audi volkswagen toyota honda nissan mazda subaru suzuki yamaha
  kawasaki ducati harleydavidson chevrolet chevy camaro corvette silverado dodge charger challenger cadillac pontiac
  firebird transam renault peugeot citroen volvo jeep hummer landrover rangerover ford fordmustang tesla
  metallica nirvana slipknot ironmaiden megadeth acdc pinkfloyd ledzeppelin rollingstones beatles thebeatles queen
  blackmetal heavymetal rocknroll rockandroll rockon music musica guitar guitars drummer pianoman eminem tupac
  biggie snoopdogg fiftycent rihanna beyonce britney shakira madonna elvis elvispresley marley bobmarley blink
  linkinpark greenday mychemicalromance onedirection justinbieber bieber taylorswift
  freedom liberty justice peace peaceful hope faith believe believer blessed blessing blessings destiny miracle
  heaven heavenly paradise jesus jesuschrist christ christian church trinity savior gabriel michaelangel godisgood
  godislove praisegod allah allahuakbar bismillah inshallah buddha krishna shiva ganesh
  happy happiness happyday smile smiley smile laughter cheers funny lucky luckyone luckyme goodluck fortune
  money moneymoney cash dollar dollars million millionaire billionaire rich richard gold golden silver diamond
  diamonds platinum crystal emerald sapphire
  killer killers assassin sniper soldier marine marines army navy airforce police ranger commander warrior fighter
  ninja samurai pirate pirates viking vikings knight knights gladiator spartan spartans trojan trojans
  shadow shadows ghost vampire twilight darkness midnight blackout nightmare demon demons devil lucifer satan
  hacker hackers matrix thematrix neo trustno trustnoone whatever nothing something anything everything
  everyone nobody somebody unknown anonymous dontknow idontknow iforgot forgot forgotten forgetit remember
  whatsup whatthe fuckyou fuckoff fuckme fuck fucker motherfucker asshole bitch bitches bastard bullshit shit
  dickhead pussy cunt porn porno sexy sexygirl sexyboy hotsex boobs nipples hardcore playboy
  computer1 abcxyz thunder thunderbird lightning storm hurricane tornado blizzard avalanche volcano earthquake
  blue green red yellow purple black white pink brown silver redred blueblue bluesky redrose blackcat whitecat
  greenapple purplerain yellowsubmarine pinkpink blackberry
  mother mommy mummy mama father daddy papa brother brothers sister sisters family families grandma grandpa
  mom dad momdad mamapapa children daughter husband wife friend friends bestfriend bestfriends friendship
  student students teacher school highschool college university doctor nurse lawyer engineer engineering
  correcthorsebatterystaple correcthorse batterystaple tobeornottobe inthebeginning onceuponatime maytheforce
  maytheforcebewithyou winteriscoming youshallnotpass hakunamatata supercalifragilistic`.split(/\s+/),
)
