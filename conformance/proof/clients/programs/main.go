// Does the exchanges with net/http; bodies go through a map, whose names are written in order.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func send(method, url, key, body string) string {
	var sent io.Reader
	if body != "" {
		var value map[string]any
		if err := json.Unmarshal([]byte(body), &value); err != nil {
			panic(err)
		}
		var text bytes.Buffer
		if err := json.NewEncoder(&text).Encode(value); err != nil {
			panic(err)
		}
		sent = &text
	}
	asked := must(http.NewRequest(method, url, sent))
	if body != "" {
		asked.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		asked.Header.Set("Authorization", "Bearer "+key)
	}
	answer := must(http.DefaultClient.Do(asked))
	defer answer.Body.Close()
	return string(must(io.ReadAll(answer.Body)))
}

func main() {
	base := os.Getenv("BASE")
	kept := map[string]string{"market": os.Getenv("MARKET")}
	var stream *websocket.Conn
	lines := strings.Split(strings.TrimSpace(string(must(os.ReadFile(os.Getenv("EXCHANGES"))))), "\n")
	for _, line := range lines {
		if strings.HasPrefix(line, "#") {
			continue
		}
		now := time.Now().UnixMilli()
		kept["now"], kept["past"] = strconv.FormatInt(now, 10), strconv.FormatInt(now-30_000, 10)
		for name, value := range kept {
			line = strings.ReplaceAll(line, "$"+name, value)
		}
		parts := append(strings.Split(line, "\t"), "", "")
		who, method, path, body, keep := parts[0], parts[1], parts[2], parts[3], parts[4]
		switch method {
		case "OPEN":
			address := strings.Replace(base, "http", "ws", 1) + path
			opened, _, err := websocket.DefaultDialer.Dial(address, nil)
			stream = must(opened, err)
		case "HEAR":
			for {
				_, frame, err := stream.ReadMessage()
				if strings.Contains(string(must(frame, err)), path) {
					break
				}
			}
		case "CLOSE":
			closing := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
			stream.WriteMessage(websocket.CloseMessage, closing)
			stream.ReadMessage()
			stream.Close()
		default:
			answer := send(method, base+path, os.Getenv(strings.ToUpper(who)+"_KEY"), body)
			if keep != "" {
				name, member, _ := strings.Cut(keep, "=")
				found := regexp.MustCompile(`"` + member + `"\s*:\s*"([^"]+)"`).FindStringSubmatch(answer)
				kept[name] = found[1]
			}
		}
	}
}
