/** The passwords that attackers try first: complete ones of at least ten characters, and words that others contain. */

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Complete passwords in lower case. Shorter ones are refused for their length. */
export const COMMON_PASSWORDS = list(`
0987654321 1029384756 1111111111 1122334455 1212121212 1231231231 1234512345 12345678900 1234567890
12345678910 1234567891 12345678901 123456789a 123456789q 123456789z 123456789abc 1234567qwe 123456qwerty
123qweasdzxc 123qwe123qwe 147258369a 147852369a 159753159753 1a2b3c4d5e 1password1 1q2w3e4r5t 1q2w3e4r5t6y
1qaz2wsx3edc 1qazxsw23edc 2222222222 3333333333 5555555555 6666666666 7777777777 8888888888 9876543210
9999999999 0000000000 0123456789 a123456789 a1b2c3d4e5 aa123456789 aaaaaaaaaa abc123456789 abc1234567
abcd123456 abcde12345 abcdefghij adminadmin administrator asdasdasd1 asdfasdfasdf asdfghjkl1 asdfghjkl123
asdfqwerty azertyuiop baseball123 basketball1 beautiful1 birthday123 bismillah1 blink182blink bubblegum1
butterfly1 changeme123 changeme1234 charlie123 chocolate1 christian1 computer123 consumer123 correcthorse
correcthorsebatterystaple counterstrike cristianoronaldo default123 demo123456 diamond123 donaldtrump
dragonball dragonballz dragon12345 elizabeth1 enterprise1 everything1 fairtick123 fairtick1234 fingerprint
football123 football12345 forever123 freedom123 friendship friends123 futbol1234 gfhjkmgfhjkm godisgood1
gratitude1 guest12345 hahaha1234 hannahmontana happy12345 harrypotter helloworld helloworld1 hello12345
iloveyou123 iloveyou12 iloveyou1234 iloveyou2020 iloveyou2024 iloveyou22 iloveyouforever ilovemyself
internet123 jennifer123 jesuschrist jesusislord jesus12345 jonathan123 kingkong123 letmein123 letmein1234
letmeinnow linkinpark liverpool1 liverpoolfc lovelove123 loveme1234 lucky12345 manchester manchesterunited
maradona10 master12345 metallica1 michael123 microsoft1 midnight123 million123 minecraft1 minecraft123
monkey12345 motherfucker mustang123 myspace123 mypassword mypassword1 newpassword newpassword1 nicole1234
nintendo64 p@ssw0rd123 p@ssword123 pass123456 passpass123 passw0rd123 password00 password01 password07
password10 password11 password12 password123 password1234 password12345 password123456 password2020
password2021 password2022 password2023 password2024 password2025 password2026 password21 password22
password69 password88 password99 passwordpassword passw0rd1234 payment123 photoshop1 pokemon123 princess123
princess12 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx1234 qazwsx12345 qazwsxedc1 qazwsxedc123 qazwsxedcrfv qwaszx1234
qwe123456789 qweasdzxc1 qweasdzxc123 qweqweqwe1 qwer123456 qwer1234qwer qwert12345 qwerty1234 qwerty12345
qwerty123456 qwertyqwerty qwertyuiop qwertyuiop1 qwertyuiop123 qwertyuiop[] realmadrid rockstar123 rootroot12
sample1234 samsung123 scarface12 secret1234 secret12345 september1 september11 service123 shadow1234
slipknot666 snowboard1 soccer1234 spiderman1 spiderman123 startrek123 starwars123 steelers123 sunshine12
sunshine123 superman123 superman12 superstar1 sweetheart sweetheart1 taylorswift temp123456 temppassword
test123456 test1234567 testing123 testing1234 testtest123 thebeatles thisisapassword tinkerbell tinkerbell1
tottenham1 trading123 trading1234 trustno1123 twilight123 unbelievable undertaker1 university vancouver1
victoria123 volleyball volleyball1 warcraft123 welcome123 welcome1234 welcome12345 whatever123 wolverine1
woaini1314 woaini520520 woaini1234 woaini123456 wo123456789 xiaoming123 zaq12wsxcde3 zaq1zaq1zaq1
zaq1xsw2cde3 zxcvbnm123 zxcvbnm1234 zxcvbnmasd zxcvbnm,./ 5201314520 1314520520 1314521521 7758521521
7758258520 qq123456789 qq12345678 a1234567890 aa12345678 abc12345678 asd123456789 zxc123456789 wang123456
zhang123456 liu1234567 chen123456 yang123456 li123456789
`)

/** Words that, with digits and signs around them, make up most guessed passwords. */
export const COMMON_WORDS = list(`
abc abcd abcde abcdef abcdefg abcdefgh access account admin adminadmin administrator alexander amanda andrea
andrew angel angela anthony apple arsenal asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl ashley austin azerty
babygirl badboy banana barcelona baseball basketball batman beautiful benjamin berlin bitcoin blessed buster
butterfly cannabis casino changeme charlie cheese chelsea chicken chocolate chris christ christopher coffee
compaq computer consumer cookie daniel danielle david default demo diamond dolphin donald dragon eagles
easter elizabeth ethereum facebook fairtick family fender ferrari fishing flower football forever freedom
friend friends garfield gateway george ginger golden google guest guitar hannah happy harley heaven hello
helloworld hockey hottie hunter iloveu iloveyou internet jackson jasmine jennifer jessica jesus jonathan
jordan joseph joshua justin killer kitty lakers letmein linkedin liverpool login london lovelove lovely
loveme lucky madison maggie manager marina market marlboro martin master matrix matthew melissa mercedes
merlin michael michelle midnight minecraft monday money monkey monster mother mustang mynoob mypass
mypassword naruto natalie newpass newpassword nicholas nicole nothing october orange pakistan pass passport
passw passwd password passwort patrick peanut pepper phoenix pikachu platinum player pokemon princess
private purple qazwsx qazwsxedc qwer qwert qwerty qwertyu qwertyui qwertyuiop rachel rainbow ranger robert
rockyou ronaldo root samantha samsung scooter secret secure security service shadow shopping silver simple
slipknot snoopy soccer sophie spiderman starwars stocks summer sunshine superman superstar system taylor
teacher temp temporary test tester testing testtest thomas thunder tigger trade trader trading trustno
trustnoone tweety user vanessa victoria vincent wealth welcome whatever william willow winner winter woaini
woaiwojia yankees yellow zaqwsx zxcvbn zxcvbnm
`)
